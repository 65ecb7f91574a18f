/** Reads leases, harness files and network policy files, and yields grants. */
@NullMarked
package io.sallyport.leasebridge;

import org.jspecify.annotations.NullMarked;
