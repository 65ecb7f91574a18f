/**
 * Access lists of other products, read as network policies or leases that grant no more. Start at {@link
 * io.sallyport.leasebridge.accesslist.AccessListImport}.
 */
@NullMarked
package io.sallyport.leasebridge.accesslist;

import org.jspecify.annotations.NullMarked;
