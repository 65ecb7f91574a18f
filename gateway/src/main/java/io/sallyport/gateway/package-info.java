/** Configuration, state directory, wiring, main and the command line. */
@NullMarked
package io.sallyport.gateway;

import org.jspecify.annotations.NullMarked;
