package io.sallyport.decision;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.Map;

/** What of the input is the same for every request of one snapshot. Immutable. */
record SandboxInput(RegoString phase, RegoObject value) {
    static SandboxInput of(SandboxFacts facts) {
        return new SandboxInput(RegoString.of(facts.phase().word()), valueOf(facts));
    }

    private static RegoObject valueOf(SandboxFacts facts) {
        Map<String, RegoValue> labels = new HashMap<>();
        facts.labels().forEach((name, text) -> labels.put(name, RegoString.of(text)));
        var value =
                RegoObject.growing().put("id", RegoString.of(facts.id().text())).put("labels", RegoObject.of(labels));
        String run = facts.run();
        if (run != null) {
            value.put("run", RegoString.of(run));
        }
        return value.sealed();
    }
}
