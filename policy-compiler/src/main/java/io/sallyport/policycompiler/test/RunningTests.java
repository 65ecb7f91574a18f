package io.sallyport.policycompiler.test;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.Analysis.TestRule;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.ElementIndexes;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the tests of a program one by one. Confined to one thread. */
final class RunningTests {
    private static final long STEPS_PER_MILLI = 100_000;
    private static final long MAX_BYTES = 1L << 30;

    private final Program program;
    private final RegoObject data;
    private final TestNotes notes;
    private final Limits limits;
    private final EvalClock clock;
    private final LongSupplier nanoClock;

    RunningTests(
            Program program,
            RegoObject data,
            TestNotes notes,
            Duration timeout,
            EvalClock clock,
            LongSupplier nanoClock) {
        this.program = program;
        this.data = ElementIndexes.in(data);
        this.notes = notes;
        this.limits =
                new Limits(Math.multiplyExact(timeout.toMillis(), STEPS_PER_MILLI), MAX_BYTES, Limits.MAX_DEPTH, false);
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    TestResult run(TestRule test) {
        if (test.entrypoint().isEmpty()) {
            return result(test, TestVerdict.SKIPPED, 0, null, List.of());
        }
        notes.forget();
        long started = nanoClock.getAsLong();
        Outcome outcome = program.evaluate(test.entrypoint(), null, data, limits, clock);
        long nanos = nanoClock.getAsLong() - started;
        return switch (outcome) {
            case Outcome.Defined(RegoValue value, boolean _)
            when test.hasCases() && value instanceof RegoObject all -> cases(test, all, nanos);
            case Outcome.Defined(RegoValue value, boolean _) ->
                result(
                        test,
                        value.equals(RegoBoolean.TRUE) ? TestVerdict.PASS : TestVerdict.FAIL,
                        nanos,
                        null,
                        List.of());
            case Outcome.Undefined _ -> result(test, TestVerdict.FAIL, nanos, null, List.of());
            case Outcome.Failed failed -> result(test, TestVerdict.ERROR, nanos, error(failed), List.of());
        };
    }

    private TestResult cases(TestRule test, RegoObject answer, long nanos) {
        var tree = new CaseTree();
        tree.ended(answer);
        notes.cases().forEach(tree::began);
        List<CaseResult> cases = CaseResult.of(tree.cases());
        boolean failed = cases.stream().anyMatch(CaseResult::failed);
        return result(test, failed ? TestVerdict.FAIL : TestVerdict.PASS, nanos, null, cases);
    }

    private TestResult result(
            TestRule test, TestVerdict verdict, long nanos, @Nullable String error, List<CaseResult> cases) {
        String output = verdict == TestVerdict.SKIPPED ? "" : notes.output();
        var at = new Position(test.file(), test.row(), test.column());
        return new TestResult(test.packagePath(), test.name(), at, verdict, nanos, output, error, cases);
    }

    /** Returns the error in OPA's form: the place, the code, the message. */
    private static String error(Outcome.Failed failed) {
        Position at = failed.position();
        String place = at == null ? "" : at.file() + ":" + at.row() + ": ";
        return place + code(failed.kind()) + ": " + failed.message();
    }

    private static String code(FailureKind kind) {
        return switch (kind) {
            case LIMIT -> "limit_exceeded";
            case CONFLICT -> "eval_conflict_error";
            case BUILTIN -> "eval_builtin_error";
            case TYPE -> "eval_type_error";
            case INTERNAL -> "eval_internal_error";
        };
    }
}
