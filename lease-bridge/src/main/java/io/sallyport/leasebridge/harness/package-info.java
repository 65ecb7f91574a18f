/** Reads harness files: their fields, their bases, and the allowlist, which becomes grants. */
@NullMarked
package io.sallyport.leasebridge.harness;

import org.jspecify.annotations.NullMarked;
