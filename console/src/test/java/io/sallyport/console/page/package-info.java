@NullMarked
package io.sallyport.console.page;

import org.jspecify.annotations.NullMarked;
