package io.sallyport.regoengine.wasm;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** A document of a module, which gets its input as a whole. Safe for concurrent use. */
public interface WasmDocument extends Evaluable {
    /**
     * Evaluates it, and again with objects without members in the place of what is missing, to note at which it looks:
     * by its name, by a name that it puts together, or by looking at all. Where the two differ although it looked at
     * none, as where members are counted, it counts as having looked at all.
     *
     * @param missing paths of what is missing; the objects that they lead through are there
     */
    Watched evaluate(RegoValue input, RegoValue data, Limits limits, EvalClock clock, List<List<String>> missing);

    /**
     * An outcome.
     *
     * @param cameTo the paths of what the evaluation looked at and is missing; if there are any, the outcome does not
     *     count
     */
    record Watched(Outcome outcome, List<List<String>> cameTo) {
        public Watched {
            cameTo = List.copyOf(cameTo);
        }
    }
}
