/** Reads harness files: their fields, what they inherit, and the allowlist that becomes grants. */
@NullMarked
package io.sallyport.leasebridge.harness;

import org.jspecify.annotations.NullMarked;
