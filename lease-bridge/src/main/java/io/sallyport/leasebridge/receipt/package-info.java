/** Receipts of delegations: which lease was found within which, and how. */
@NullMarked
package io.sallyport.leasebridge.receipt;

import org.jspecify.annotations.NullMarked;
