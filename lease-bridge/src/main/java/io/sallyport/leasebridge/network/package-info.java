/** Reads network policy files and yields grants. */
@NullMarked
package io.sallyport.leasebridge.network;

import org.jspecify.annotations.NullMarked;
