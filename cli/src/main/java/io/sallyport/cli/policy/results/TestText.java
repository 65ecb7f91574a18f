package io.sallyport.cli.policy.results;

import io.sallyport.policycompiler.test.CaseResult;
import io.sallyport.policycompiler.test.TestResult;
import io.sallyport.policycompiler.test.TestVerdict;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Prints results as {@code opa test} does (1.22.2). Confined to one thread. */
public final class TestText {
    /** The width of a separator line. */
    public static final int WIDTH = 80;

    private static final String INDENT = "  ";

    private final PrintWriter out;
    private final boolean verbose;
    private final List<TestResult> told = new ArrayList<>();
    private String lastFile = "";
    private boolean dirty;

    /** @param verbose whether to print tests that passed */
    public TestText(PrintWriter out, boolean verbose) {
        this.out = out;
        this.verbose = verbose;
    }

    /** Returns whether the test failed or could not be run. */
    public static boolean isFailed(TestResult result) {
        return switch (result.verdict()) {
            case FAIL, ERROR -> true;
            case PASS, SKIPPED -> false;
        };
    }

    /** Prints one result: its place, the verdict, its cases, its output, and what went wrong. */
    public void tell(TestResult result) {
        told.add(result);
        if (!verbose && result.verdict() == TestVerdict.PASS) {
            return;
        }
        dirty = true;
        String file = result.at().file();
        if (!lastFile.isEmpty() && !lastFile.equals(file)) {
            out.println();
        }
        lastFile = file;
        out.println(file + ":" + result.at().row() + ":");
        String took = result.verdict() == TestVerdict.SKIPPED ? "" : " (" + GoDuration.of(result.durationNanos()) + ")";
        out.println(result.packagePath() + "." + result.name() + ": " + result.verdict() + took);
        tell(result.cases(), INDENT);
        if (!result.output().isBlank()) {
            out.println();
            result.output().strip().lines().forEach(line -> out.println(INDENT + line));
            out.println();
        }
        if (result.error() != null) {
            out.println(INDENT + result.error());
        }
        out.flush();
    }

    /** Prints the trace of a test that failed. */
    public void explain(TestResult result, String trace) {
        if (isFailed(result)) {
            trace.lines().forEach(line -> out.println(INDENT + line));
            out.flush();
        }
    }

    private void tell(List<CaseResult> cases, String indent) {
        for (CaseResult one : cases) {
            if (verbose || one.failed()) {
                out.println(indent + one.name() + ": " + (one.failed() ? TestVerdict.FAIL : TestVerdict.PASS));
                tell(one.cases(), indent + INDENT);
            }
        }
    }

    /** Prints how many results there are of each kind. */
    public void summary() {
        if (dirty) {
            out.println("-".repeat(WIDTH));
        }
        long all = 0;
        for (TestVerdict verdict : TestVerdict.values()) {
            all += count(verdict);
        }
        for (TestVerdict verdict :
                List.of(TestVerdict.PASS, TestVerdict.FAIL, TestVerdict.SKIPPED, TestVerdict.ERROR)) {
            if (count(verdict) > 0) {
                out.println(verdict + ": " + count(verdict) + "/" + all);
            }
        }
        if (all == 0) {
            out.println("no tests (expected: rules named test_...)");
        }
        out.flush();
    }

    private long count(TestVerdict verdict) {
        return told.stream().mapToLong(result -> result.count(verdict)).sum();
    }
}
