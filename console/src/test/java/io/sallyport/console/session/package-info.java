@NullMarked
package io.sallyport.console.session;

import org.jspecify.annotations.NullMarked;
