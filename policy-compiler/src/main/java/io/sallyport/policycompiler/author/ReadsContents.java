package io.sallyport.policycompiler.author;

import io.sallyport.decision.RequestInput;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.regoengine.wasm.WasmDocument;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A document that gets its input as a whole. Of what requests say in their bodies it is first shown nothing, then what
 * it looked at, until it has seen that: it counts as having come to that and to no more.
 */
record ReadsContents(WasmDocument document) implements Evaluable {
    static @Nullable Evaluable of(@Nullable WasmDocument document) {
        return document == null ? null : new ReadsContents(document);
    }

    @Override
    public String name() {
        return document.name();
    }

    @Override
    public Outcome evaluate(@Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock) {
        if (!(input instanceof RequestInput request)) {
            return document.evaluate(input, data, limits, clock);
        }
        Set<String> seen = new HashSet<>();
        while (true) {
            WasmDocument.Watched run = request.showing(
                    Set.copyOf(seen), shown -> document.evaluate(shown, data, limits, clock, shown.hidden()));
            if (run.cameTo().isEmpty()) {
                return run.outcome();
            }
            run.cameTo().forEach(path -> seen.add(path.getLast()));
        }
    }
}
