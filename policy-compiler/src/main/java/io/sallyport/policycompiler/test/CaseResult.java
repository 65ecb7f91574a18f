package io.sallyport.policycompiler.test;

import java.util.List;
import java.util.SortedMap;

/**
 * One case of a test of the form {@code test_x[case] if ...}.
 *
 * @param cases those within it, sorted; empty for a case by itself
 */
public record CaseResult(String name, boolean failed, List<CaseResult> cases) {
    public CaseResult {
        cases = List.copyOf(cases);
    }

    /** Those that began and those that ended, which are true in the test's value. */
    static List<CaseResult> of(SortedMap<String, CaseTree> cases) {
        return cases.entrySet().stream()
                .map(entry -> {
                    List<CaseResult> inner = of(entry.getValue().cases());
                    boolean failed = entry.getValue().failed() || inner.stream().anyMatch(CaseResult::failed);
                    return new CaseResult(entry.getKey(), failed, inner);
                })
                .toList();
    }

    /** How many cases without cases of their own there are that {@code failed} or not. */
    public long count(boolean ofFailed) {
        return cases.isEmpty()
                ? (failed == ofFailed ? 1 : 0)
                : cases.stream().mapToLong(inner -> inner.count(ofFailed)).sum();
    }
}
