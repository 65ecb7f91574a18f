/** Compiles grants and Rego to an OPA bundle and a policy snapshot. */
@NullMarked
package io.sallyport.policycompiler;

import org.jspecify.annotations.NullMarked;
