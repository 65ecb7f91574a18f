package io.sallyport.policycompiler.test;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of running tests. */
public sealed interface TestRun {
    /**
     * The tests were run.
     *
     * @param results in the order of the files
     * @param coverage null if not requested
     */
    record Ended(List<TestResult> results, @Nullable CoverageReport coverage) implements TestRun {
        public Ended {
            results = List.copyOf(results);
        }
    }

    /** The files do not compile; {@code diagnostics} has at least one entry. */
    record Refused(List<Diagnostic> diagnostics) implements TestRun {
        public Refused {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** It is unknown whether the files compile. */
    record Unavailable(String why) implements TestRun {}
}
