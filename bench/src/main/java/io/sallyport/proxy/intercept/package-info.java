/** Measures what interception costs; in this package to reach its internals. */
@NullMarked
package io.sallyport.proxy.intercept;

import org.jspecify.annotations.NullMarked;
