/** Who asks: claims of an identity, and the program of a connection. */
@NullMarked
package io.sallyport.model.identity;

import org.jspecify.annotations.NullMarked;
