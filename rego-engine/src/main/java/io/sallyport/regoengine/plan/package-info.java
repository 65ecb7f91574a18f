/**
 * OPA's plan: a policy as compiled by OPA (1.22, package {@code v1/ir}, and its JSON schema).
 *
 * <p>This package only reads plans and does not run them: {@link io.sallyport.regoengine.plan.Plan#parse} parses the
 * JSON text, and package {@code eval} builds a program from it.
 */
@NullMarked
package io.sallyport.regoengine.plan;

import org.jspecify.annotations.NullMarked;
