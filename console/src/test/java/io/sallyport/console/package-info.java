@NullMarked
package io.sallyport.console;

import org.jspecify.annotations.NullMarked;
