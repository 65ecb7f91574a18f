/**
 * OPA's plan: a policy as its compiler leaves it (OPA 1.22, package {@code v1/ir}, and its JSON schema).
 *
 * <p>What stands here is only read and never run: {@link io.sallyport.regoengine.plan.Plan#parse} takes the JSON text
 * apart, and package {@code eval} makes a program of it.
 */
@NullMarked
package io.sallyport.regoengine.plan;

import org.jspecify.annotations.NullMarked;
