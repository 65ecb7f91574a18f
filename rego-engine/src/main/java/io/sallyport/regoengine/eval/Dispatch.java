package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules by their paths, for dynamic calls. Filled while a program is linked, immutable then. */
final class Dispatch {
    private final Map<RegoValue, Dispatch> steps = new HashMap<>();
    private @Nullable Function rule;

    void add(List<String> path, Function added) {
        Dispatch at = this;
        for (String step : path) {
            at = at.steps.computeIfAbsent(RegoString.of(step), key -> new Dispatch());
        }
        at.rule = added;
    }

    @Nullable
    Dispatch step(Run run, RegoValue key) {
        Equality.payForKey(run, key);
        return steps.get(key);
    }

    /** The rule here, if a path ends here. */
    @Nullable
    Function rule() {
        return rule;
    }
}
