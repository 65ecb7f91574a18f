package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.plan.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one test.
 *
 * @param packagePath as a reference, {@code data.web_test}
 * @param output what it printed, a line each with its end
 * @param error why it could not be evaluated, with its place; null unless it is an {@link TestVerdict#ERROR}
 * @param cases its cases, for a test that has some
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

    /** How many results of this verdict it counts for: each case by itself. */
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
