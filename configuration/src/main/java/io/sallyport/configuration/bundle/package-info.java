/** Reads the sections in OPA's own form: services, bundles, keys, status and labels. */
@NullMarked
package io.sallyport.configuration.bundle;

import org.jspecify.annotations.NullMarked;
