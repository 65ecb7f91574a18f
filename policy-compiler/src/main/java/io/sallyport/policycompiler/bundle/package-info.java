/**
 * Reads and writes OPA bundles: archives, manifests, data and signatures. Reading is bounded; equal content is written
 * as equal bytes.
 */
@NullMarked
package io.sallyport.policycompiler.bundle;

import org.jspecify.annotations.NullMarked;
