package io.sallyport.decision;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of the input is the same for every request of one snapshot. Immutable.
 *
 * @param lease null where the sandbox was put as no lease, or as one that names no subject
 */
record SandboxInput(
        RegoString phase, RegoObject value, @Nullable RegoObject lease) {
    static SandboxInput of(SandboxFacts facts) {
        return new SandboxInput(RegoString.of(facts.phase().word()), valueOf(facts), leaseOf(facts));
    }

    private static @Nullable RegoObject leaseOf(SandboxFacts facts) {
        return facts.leaseSubject().isEmpty()
                ? null
                : RegoObject.growing()
                        .put("subject", texts(facts.leaseSubject()))
                        .sealed();
    }

    private static RegoObject texts(Map<String, String> named) {
        Map<String, RegoValue> values = new HashMap<>();
        named.forEach((name, text) -> values.put(name, RegoString.of(text)));
        return RegoObject.of(values);
    }

    private static RegoObject valueOf(SandboxFacts facts) {
        var value =
                RegoObject.growing().put("id", RegoString.of(facts.id().text())).put("labels", texts(facts.labels()));
        String run = facts.run();
        if (run != null) {
            value.put("run", RegoString.of(run));
        }
        return value.sealed();
    }
}
