/**
 * OPA's own compiler inside the JVM: Rego in, OPA's IR plan or OPA's errors out.
 *
 * <p>Start at {@link io.sallyport.regoengine.compiler.RegoCompiler}. The sources may be hostile, so everything here is
 * bounded, and an instance that has failed is discarded. The classes below {@code opa} are built from the Go program in
 * {@code rego-engine/opa-compiler}.
 */
@NullMarked
package io.sallyport.regoengine.compiler;

import org.jspecify.annotations.NullMarked;
