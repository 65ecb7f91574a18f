package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules by path, for dynamic calls. Filled while a program is linked, immutable afterwards. */
public final class Dispatch {
    private final Map<RegoValue, Dispatch> steps = new HashMap<>();
    private @Nullable Function rule;

    public void add(List<String> path, Function added) {
        Dispatch at = this;
        for (String step : path) {
            at = at.steps.computeIfAbsent(RegoString.of(step), key -> new Dispatch());
        }
        at.rule = added;
    }

    /** Returns the rule at {@code path}, or null; the first step that is undefined or unknown ends the search. */
    @Nullable
    Function find(Run run, @Nullable RegoValue[] path) {
        Dispatch at = this;
        for (RegoValue key : path) {
            at = key == null ? null : at.step(run, key);
            if (at == null) {
                return null;
            }
        }
        return at.rule;
    }

    private @Nullable Dispatch step(Run run, RegoValue key) {
        Equality.payForKey(run, key);
        return steps.get(key);
    }
}
