/**
 * OPA's own compiler inside the JVM: Rego in, OPA's IR plan or OPA's errors out.
 *
 * <p>Start at {@link io.sallyport.regoengine.compiler.RegoCompiler}. What is compiled may be hostile, so everything here
 * is bounded, and what has gone wrong once is thrown away whole. The classes below {@code opa} are made at build time
 * from the Go program in {@code rego-engine/opa-compiler}.
 */
@NullMarked
package io.sallyport.regoengine.compiler;

import org.jspecify.annotations.NullMarked;
