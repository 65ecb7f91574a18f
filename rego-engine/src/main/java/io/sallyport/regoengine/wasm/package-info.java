/**
 * Policies that come as {@code policy.wasm} (OPA 1.22, "WebAssembly", ABI 1.3), run on Chicory as JVM classes: what a
 * bundle without Rego runs on, and a second opinion in tests.
 *
 * <p>Start at {@link io.sallyport.regoengine.wasm.WasmEngine}.
 */
@NullMarked
package io.sallyport.regoengine.wasm;

import org.jspecify.annotations.NullMarked;
