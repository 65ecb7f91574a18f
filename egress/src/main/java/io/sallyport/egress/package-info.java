/**
 * The only code that opens a socket outward: a name is resolved here, every address of the answer is classified, and
 * the address that was checked is the one that is dialled. Start at {@link io.sallyport.egress.Dialer}.
 */
@NullMarked
package io.sallyport.egress;

import org.jspecify.annotations.NullMarked;
