package io.sallyport.control;

import io.sallyport.decision.DecisionCache;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.wasm.WasmLimits;

/**
 * How policies are evaluated.
 *
 * @param toBytecode when policies are compiled to JVM bytecode
 * @param limits limits of each evaluation
 * @param modules limits of guardrails that come as WebAssembly
 * @param cache decision cache of each sandbox
 */
public record Evaluation(ToBytecode toBytecode, Limits limits, WasmLimits modules, DecisionCache cache) {
    /** The defaults. */
    public static final Evaluation BY_DEFAULT =
            new Evaluation(ToBytecode.WHEN_USED, Limits.DEFAULT, WasmLimits.DEFAULT, DecisionCache.BY_DEFAULT);

    /** Returns a copy with another decision cache. */
    public Evaluation remembering(DecisionCache other) {
        return new Evaluation(toBytecode, limits, modules, other);
    }

    /** Returns a copy with other limits. */
    public Evaluation within(Limits other, WasmLimits ofModules) {
        return new Evaluation(toBytecode, other, ofModules, cache);
    }
}
