/** Leases in bulk: one question a line, one verdict a line. */
@NullMarked
package io.sallyport.leasebridge.batch;

import org.jspecify.annotations.NullMarked;
