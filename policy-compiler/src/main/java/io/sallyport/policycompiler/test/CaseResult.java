package io.sallyport.policycompiler.test;

import java.util.List;
import java.util.SortedMap;

/**
 * The result of one case of a test of the form {@code test_x[case] if ...}.
 *
 * @param cases its nested cases, sorted; empty if it has none
 */
public record CaseResult(String name, boolean failed, List<CaseResult> cases) {
    public CaseResult {
        cases = List.copyOf(cases);
    }

    /** Returns the results of all cases that began or ended; those that ended are true in the test's value. */
    static List<CaseResult> of(SortedMap<String, CaseTree> cases) {
        return cases.entrySet().stream()
                .map(entry -> {
                    List<CaseResult> inner = of(entry.getValue().cases());
                    boolean failed = entry.getValue().failed() || inner.stream().anyMatch(CaseResult::failed);
                    return new CaseResult(entry.getKey(), failed, inner);
                })
                .toList();
    }

    /** Returns how many cases without nested cases failed (or, if {@code ofFailed} is false, passed). */
    public long count(boolean ofFailed) {
        return cases.isEmpty()
                ? (failed == ofFailed ? 1 : 0)
                : cases.stream().mapToLong(inner -> inner.count(ofFailed)).sum();
    }
}
