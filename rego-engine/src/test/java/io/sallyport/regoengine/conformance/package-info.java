/** OPA's own evaluation cases against this engine. */
@NullMarked
package io.sallyport.regoengine.conformance;

import org.jspecify.annotations.NullMarked;
