package io.sallyport.policycompiler.test;

import com.google.re2j.Pattern;
import io.sallyport.policycompiler.author.RegoDiagnostics;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.compiler.Analysis.TestRule;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.Coverage;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.run.Tracer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiles files once and runs their tests in turn, on the engine that decides requests: with its builtins and its
 * limits of depth. Failing builtins are undefined, as in {@code opa test}. Confined to one thread.
 */
public final class TestRunner {
    /** For an author's own machine: five minutes, 64 MiB, 10,000 files. */
    private static final CompileBudget BUDGET = new CompileBudget(Duration.ofMinutes(5), 64 << 20, 10_000, true);

    private final RegoCompiler compiler;
    private final EvalClock clock;
    private final LongSupplier nanoClock;

    /**
     * Creates a runner that uses {@code compiler}.
     *
     * @param nanoClock elapsed time, by which tests are measured
     */
    public TestRunner(RegoCompiler compiler, EvalClock clock, LongSupplier nanoClock) {
        this.compiler = compiler;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /**
     * Which tests to run.
     *
     * @param names RE2 that must match in the path of a test, {@code data.web_test.test_allow}; null for all tests
     * @param coverage whether to record coverage
     * @param timeout of each test; measured in steps, of which the engine does about 100 million a second
     * @param tracer receives what each test comes to, or null; no coverage is recorded then
     */
    public record Selection(
            @Nullable Pattern names,
            boolean coverage,
            Duration timeout,
            @Nullable Tracer tracer) {}

    /** Called as each test ends. */
    public interface Progress {
        /**
         * Reports that a test has ended.
         *
         * @param ended how many have ended, including this one
         */
        void ended(TestResult result, int ended, int all);
    }

    /** Runs the tests; blocks while OPA compiles. */
    public TestRun run(TestSources sources, Selection selection, Progress progress) {
        if (sources.all().isEmpty()) {
            return new TestRun.Ended(List.of(), null);
        }
        CompileRequest request = CompileRequest.of(sources.all(), List.of())
                .inVersion0(sources.v0())
                .notStrict()
                .without(Builtins.ofChance())
                .describedBy(sources.schemas())
                .asking(CompileRequest.Kind.TESTS);
        return switch (compiler.compile(request, "test", BUDGET)
                .toCompletableFuture()
                .join()) {
            case CompileOutcome.Compiled compiled -> run(compiled, sources, selection, progress);
            case CompileOutcome.Refused refused -> new TestRun.Refused(RegoDiagnostics.of(refused));
            case CompileOutcome.Unavailable(var bound, String message) ->
                new TestRun.Unavailable(bound + ": " + message);
        };
    }

    private TestRun run(CompileOutcome.Compiled compiled, TestSources sources, Selection selection, Progress progress) {
        var notes = new TestNotes();
        var coverage = selection.coverage() && selection.tracer() == null ? new Coverage() : null;
        String first = sources.all().firstKey();
        return switch (link(compiled.planJson(), notes, coverage, selection.tracer())) {
            case LoadedProgram.Refused(var errors) -> new TestRun.Refused(RegoDiagnostics.of(errors, first));
            case LoadedProgram.Ready(Program program) -> {
                var running = new RunningTests(program, sources.data(), notes, selection.timeout(), clock, nanoClock);
                List<TestRule> chosen = chosen(compiled.analysis().tests(), sources, selection.names());
                List<TestResult> results = new ArrayList<>();
                for (TestRule test : chosen) {
                    results.add(running.run(test));
                    progress.ended(results.getLast(), results.size(), chosen.size());
                }
                yield new TestRun.Ended(
                        results,
                        coverage == null
                                ? null
                                : CoverageReport.of(
                                        compiled.analysis().coverable(),
                                        coverage,
                                        sources.modules().keySet()));
            }
        };
    }

    private static LoadedProgram link(
            String planJson, TestNotes notes, @Nullable Coverage coverage, @Nullable Tracer tracer) {
        Builtins builtins = StandardBuiltins.all().telling(notes);
        return switch (Plan.parse(planJson.getBytes(StandardCharsets.UTF_8))) {
            case ParsedPlan.Accepted(var plan) ->
                tracer != null
                        ? Program.link(plan, builtins, tracer)
                        : coverage == null
                                ? Program.link(plan, builtins, ToBytecode.NEVER)
                                : Program.link(plan, builtins, coverage);
            case ParsedPlan.Rejected(String why) -> throw new IllegalStateException("OPA's plan: " + why);
        };
    }

    private static List<TestRule> chosen(List<TestRule> tests, TestSources sources, @Nullable Pattern names) {
        return tests.stream()
                .filter(test -> sources.modules().containsKey(test.file()))
                .filter(test -> names == null
                        || names.matcher(test.packagePath() + "." + test.name()).find())
                .toList();
    }
}
