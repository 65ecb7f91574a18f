package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.plan.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one test.
 *
 * @param packagePath as a reference, such as {@code data.web_test}
 * @param output what it printed, with line ends
 * @param error why it could not be evaluated, with its place; null unless the verdict is {@link TestVerdict#ERROR}
 * @param cases its cases; empty if it has none
 */
public record TestResult(
        String packagePath,
        String name,
        Position at,
        TestVerdict verdict,
        long durationNanos,
        String output,
        @Nullable String error,
        List<CaseResult> cases) {
    public TestResult {
        cases = List.copyOf(cases);
    }

    /** Returns how many results of this verdict it counts for; each case counts by itself. */
    public long count(TestVerdict wanted) {
        boolean judged = verdict == TestVerdict.PASS || verdict == TestVerdict.FAIL;
        if (!judged || cases.isEmpty()) {
            return verdict == wanted ? 1 : 0;
        }
        return switch (wanted) {
            case PASS -> cases.stream().mapToLong(one -> one.count(false)).sum();
            case FAIL -> cases.stream().mapToLong(one -> one.count(true)).sum();
            case ERROR, SKIPPED -> 0;
        };
    }
}
