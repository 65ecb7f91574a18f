/** Grants and Rego become an OPA bundle and a policy snapshot. */
@NullMarked
package io.sallyport.policycompiler;

import org.jspecify.annotations.NullMarked;
