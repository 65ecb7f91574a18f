/** A Rego engine with OPA's semantics. Independent of HTTP and of sandboxes. */
@NullMarked
package io.sallyport.regoengine;

import org.jspecify.annotations.NullMarked;
