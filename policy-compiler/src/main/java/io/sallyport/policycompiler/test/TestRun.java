package io.sallyport.policycompiler.test;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of running tests. */
public sealed interface TestRun {
    /**
     * They were run.
     *
     * @param results in the order of the files
     * @param coverage null where it was not asked for
     */
    record Ended(List<TestResult> results, @Nullable CoverageReport coverage) implements TestRun {
        public Ended {
            results = List.copyOf(results);
        }
    }

    /** The files do not compile; {@code diagnostics} has at least one. */
    record Refused(List<Diagnostic> diagnostics) implements TestRun {
        public Refused {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** Nobody knows whether they compile. */
    record Unavailable(String why) implements TestRun {}
}
