/** OPA bundles as files: archives, manifests, data and signatures, read under bounds and written so that equal content makes equal bytes. */
@NullMarked
package io.sallyport.policycompiler.bundle;

import org.jspecify.annotations.NullMarked;
