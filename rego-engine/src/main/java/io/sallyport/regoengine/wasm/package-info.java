/**
 * Runs policies given as {@code policy.wasm} (OPA 1.22, "WebAssembly", ABI 1.3) on Chicory as JVM classes: for bundles
 * without Rego, and as a second implementation in tests.
 *
 * <p>Start at {@link io.sallyport.regoengine.wasm.WasmEngine}.
 */
@NullMarked
package io.sallyport.regoengine.wasm;

import org.jspecify.annotations.NullMarked;
