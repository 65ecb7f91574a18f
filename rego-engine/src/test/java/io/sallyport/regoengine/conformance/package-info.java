/** Runs OPA's own evaluation cases with this engine. */
@NullMarked
package io.sallyport.regoengine.conformance;

import org.jspecify.annotations.NullMarked;
