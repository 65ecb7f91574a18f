package io.sallyport.cli.policy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.policy.reach.PropertyTests;
import io.sallyport.cli.policy.results.CoverageText;
import io.sallyport.cli.policy.results.GoDuration;
import io.sallyport.cli.policy.results.JunitXml;
import io.sallyport.cli.policy.results.TestFormat;
import io.sallyport.cli.policy.results.TestJson;
import io.sallyport.cli.policy.results.TestText;
import io.sallyport.policycompiler.test.CoverageReport;
import io.sallyport.policycompiler.test.TestResult;
import io.sallyport.policycompiler.test.TestRun;
import io.sallyport.policycompiler.test.TestRunner.Selection;
import io.sallyport.policycompiler.test.TestSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs unit tests of policies, as {@code opa test} does. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = "Runs the rules named test_* in the .rego files below PATH..., over the .json files there, "
                + "on the engine that decides requests. Prints as opa test does.",
        exitCodeList = {"0:all tests passed", "1:a test failed, or too little is covered", "2:the files do not compile"
        })
final class PolicyTest implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private TestSourcesOptions sources = new TestSourcesOptions();

    @Option(
            names = "--run",
            paramLabel = "REGEX",
            description = "Run only tests whose path (data.web_test.test_x) matches.")
    private @Nullable String names;

    @Option(names = "--coverage", description = "Print which lines the tests reached.")
    private boolean coverage;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            description = "Fail where fewer lines are covered; implies --coverage.")
    private @Nullable Double threshold;

    @Option(
            names = "--prove",
            paramLabel = "FILE",
            description = "Also prove the properties in FILE, YAML, of the policies that it names.")
    private @Nullable Path properties;

    @Option(names = "--junit", paramLabel = "FILE", description = "Also write the results as JUnit XML.")
    private @Nullable Path junit;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also print tests that passed.")
    private boolean verbose;

    @Mixin
    private TimeOption time = new TimeOption();

    @Option(
            names = {"-f", "--format"},
            paramLabel = "pretty|text|json|junit",
            defaultValue = "pretty",
            converter = TestFormat.Converter.class,
            description = "How to print results; text is pretty (default: ${DEFAULT-VALUE}).")
    private TestFormat format = TestFormat.PRETTY;

    @Option(
            names = "--explain",
            paramLabel = "fails",
            description = "Print below each test that fails which rules were evaluated and which expressions failed.")
    private @Nullable String explain;

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "DURATION",
            defaultValue = "5s",
            converter = GoDuration.Converter.class,
            description = "End a test after this time, such as 500ms, 5s or 1m (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ZERO;

    @Option(names = "--watch", description = "Run again whenever a file changes; Ctrl-C ends it.")
    private boolean watch;

    @Option(names = "--json", description = "As --format json: an array of results, or coverage as an object.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        Pattern chosen = pattern();
        requirePercent();
        requireExplanation();
        if (!watch) {
            return once(chosen);
        }
        PrintWriter out = spec.commandLine().getOut();
        return WatchedFiles.of(sources.paths()).each(() -> runAgain(chosen), () -> {
            out.println("*".repeat(TestText.WIDTH) + "\nWatching for changes ...");
            out.flush();
        });
    }

    private @Nullable Pattern pattern() throws CliException {
        try {
            return names == null ? null : Pattern.compile(names);
        } catch (PatternSyntaxException e) {
            throw CliException.unusable("--run: " + e.getMessage());
        }
    }

    private void requirePercent() throws CliException {
        if (threshold != null && !(threshold >= 0 && threshold <= 100)) {
            throw CliException.unusable("--threshold: " + threshold + " (expected: 0 to 100)");
        }
    }

    /**
     * Runs the tests after a change; problems in the watched files are reported, and the next change runs them again.
     */
    private void runAgain(@Nullable Pattern chosen) {
        try {
            once(chosen);
        } catch (CliException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sallyport: " + e.getMessage());
            err.flush();
        }
    }

    private void requireExplanation() throws CliException {
        if (explain != null && !explain.equals("fails")) {
            throw CliException.unusable("--explain: " + explain + " (expected: fails)");
        }
        if (explain != null && isCovered()) {
            throw CliException.unusable("--explain and --coverage: give one of them");
        }
    }

    private boolean isCovered() {
        return coverage || threshold != null;
    }

    private boolean isPretty() {
        return format == TestFormat.PRETTY && !json;
    }

    private int once(@Nullable Pattern chosen) throws CliException {
        TestSources read = sources.read();
        var text = new TestText(spec.commandLine().getOut(), verbose);
        TestTrace trace = explain == null ? null : new TestTrace(read.modules());
        var selection = new Selection(chosen, isCovered(), timeout, trace);
        try (var progress = new ProgressLine(spec.commandLine().getErr(), !isPretty())) {
            TestRun run = PolicyTests.run(read, selection, time.clock(), (result, ended, all) -> {
                progress.clear();
                String came = trace == null ? "" : trace.take();
                if (isPretty()) {
                    text.tell(result);
                    text.explain(result, came);
                }
                progress.show(() -> ended + "/" + all + " tests");
            });
            progress.clear();
            return switch (run) {
                case TestRun.Ended ended -> end(withProofs(ended, text), text);
                case TestRun.Refused(var diagnostics) ->
                    throw CliException.refused(diagnostics, SourceTexts.of(read.modules()));
                case TestRun.Unavailable(String why) -> throw CliException.unreachable("not compiled: " + why);
            };
        }
    }

    /** Adds a result for each property. */
    private TestRun.Ended withProofs(TestRun.Ended ended, TestText text) throws CliException {
        if (properties == null) {
            return ended;
        }
        List<TestResult> proofs = PropertyTests.run(properties);
        if (isPretty()) {
            proofs.forEach(text::tell);
        }
        return new TestRun.Ended(
                Stream.concat(ended.results().stream(), proofs.stream()).toList(), ended.coverage());
    }

    private int end(TestRun.Ended ended, TestText text) throws CliException {
        PrintWriter out = spec.commandLine().getOut();
        writeJunit(ended);
        CoverageReport covered = ended.coverage();
        if (isPretty()) {
            text.summary();
        }
        if (format == TestFormat.JUNIT && !json) {
            out.println(JunitXml.of(ended.results()));
        } else if (!isPretty()) {
            out.println(covered == null ? TestJson.of(ended.results()) : TestJson.of(covered));
        } else if (covered != null) {
            CoverageText.print(covered, out);
        }
        out.flush();
        boolean failed = ended.results().stream().anyMatch(TestText::isFailed);
        return failed || isTooLittle(covered) ? ExitCodes.NO : ExitCodes.OK;
    }

    private boolean isTooLittle(@Nullable CoverageReport covered) {
        if (covered == null || threshold == null || covered.percent() >= threshold) {
            return false;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("sallyport: coverage %.2f %% is below the threshold of %.2f %%"
                .formatted(covered.percent(), threshold));
        err.flush();
        return true;
    }

    private void writeJunit(TestRun.Ended ended) throws CliException {
        if (junit == null) {
            return;
        }
        try {
            Files.writeString(junit, JunitXml.of(ended.results()));
        } catch (IOException e) {
            throw CliException.unreachable(junit + ": cannot be written: " + e.getMessage());
        }
    }
}
