package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects the cases of a test for its result. Confined to one thread. */
final class CaseTree {
    private final SortedMap<String, CaseTree> cases = new TreeMap<>();
    private boolean failed;

    SortedMap<String, CaseTree> cases() {
        return cases;
    }

    boolean failed() {
        return failed;
    }

    /**
     * Adds the cases in the value of a test, which holds those that did not fail, even if they were not reported to
     * begin.
     */
    void ended(RegoObject answer) {
        answer.forEach((key, value) -> {
            CaseTree found = new CaseTree();
            cases.put(key instanceof RegoString string ? string.text() : key.toString(), found);
            found.settle(value);
        });
    }

    private void settle(RegoValue value) {
        if (value instanceof RegoObject inner) {
            ended(inner);
        } else {
            failed = !value.equals(RegoBoolean.TRUE);
        }
    }

    /** Adds a case that began; one that never ends has failed. */
    void began(List<String> path) {
        CaseTree at = this;
        for (String step : path) {
            CaseTree next = at.cases.get(step);
            if (next == null) {
                next = new CaseTree();
                next.failed = true;
                at.cases.put(step, next);
            }
            at = next;
        }
    }
}
