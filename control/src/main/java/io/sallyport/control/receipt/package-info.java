/** Receipts of delegations, as the gateway gives them. */
@NullMarked
package io.sallyport.control.receipt;

import org.jspecify.annotations.NullMarked;
