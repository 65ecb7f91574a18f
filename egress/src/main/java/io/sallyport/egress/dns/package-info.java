/** Resolves names to addresses, without blocking and within limits. The addresses are checked by the parent package. */
@NullMarked
package io.sallyport.egress.dns;

import org.jspecify.annotations.NullMarked;
