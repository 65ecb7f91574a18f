/** Whose request it is: evidence of several kinds, which must agree, becomes one identity or none. */
@NullMarked
package io.sallyport.proxy.identity;

import org.jspecify.annotations.NullMarked;
