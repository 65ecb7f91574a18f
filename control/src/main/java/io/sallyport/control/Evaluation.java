package io.sallyport.control;

import io.sallyport.decision.DecisionCache;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmLimits;

/**
 * How policies are evaluated.
 *
 * @param toBytecode when they become JVM bytecode
 * @param limits of each evaluation
 * @param modules bounds of guardrails that come as WebAssembly
 * @param cache of each sandbox
 */
public record Evaluation(ToBytecode toBytecode, Limits limits, WasmLimits modules, DecisionCache cache) {
    /** As it ships. */
    public static final Evaluation BY_DEFAULT =
            new Evaluation(ToBytecode.WHEN_USED, Limits.DEFAULT, WasmLimits.DEFAULT, DecisionCache.BY_DEFAULT);

    /** The same with another bound on what is remembered. */
    public Evaluation remembering(DecisionCache other) {
        return new Evaluation(toBytecode, limits, modules, other);
    }
}
