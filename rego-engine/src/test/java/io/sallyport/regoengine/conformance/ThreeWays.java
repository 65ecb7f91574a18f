package io.sallyport.regoengine.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ways to run a case; each returns null if it passes, else what is wrong. */
record ThreeWays(CompiledCases compiled) {
    private static final Limits ROOMY = new Limits(1_000_000_000, 256 << 20, Limits.MAX_DEPTH, false);
    private static final EvalClock CLOCK = EvalClock.of(TestBuiltins.CLOCK, new Random(1));

    /** Runs OPA's plan. */
    @Nullable
    String fromPlan(OpaCase opaCase) {
        return judge(opaCase, opaCase.plan(), program -> allAnswers(program, input(opaCase), opaCase));
    }

    /** Runs OPA's plan as bytecode. */
    @Nullable
    String onBytecode(OpaCase opaCase) {
        return switch (Program.load(opaCase.plan(), TestBuiltins.ALL, ToBytecode.AT_LOAD)) {
            case LoadedProgram.Ready(var program)
            when program.isCompiled() -> new Answers(opaCase).complaint(allAnswers(program, input(opaCase), opaCase));
            case LoadedProgram.Ready _ -> "no class can hold it";
            case LoadedProgram.Refused(var errors) -> errors.toString();
        };
    }

    /** Compiles and runs the source. */
    @Nullable
    String fromSource(OpaCase opaCase) {
        return switch (compiled.outcome(opaCase)) {
            case CompileOutcome.Compiled plan ->
                judge(opaCase, plan.planJson().getBytes(UTF_8), program -> answersOf(program, opaCase));
            case CompileOutcome.Refused refused -> refused.errors().toString();
            case CompileOutcome.Unavailable unavailable -> unavailable.message();
        };
    }

    private static Outcome answersOf(Program program, OpaCase opaCase) {
        if (!opaCase.asksForAll()) {
            return program.evaluate(CompiledCases.QUERY, input(opaCase), opaCase.data(), limits(opaCase), CLOCK);
        }
        Outcome all = program.evaluate(CompiledCases.ALL, input(opaCase), opaCase.data(), limits(opaCase), CLOCK);
        return all instanceof Outcome.Defined(var value, boolean usedMoment)
                ? new Outcome.Defined(RegoSet.of(RegoObject.of(Map.of("x", value))), usedMoment)
                : all;
    }

    private static @Nullable String judge(OpaCase opaCase, byte[] plan, Function<Program, Outcome> run) {
        return switch (Program.load(plan, TestBuiltins.ALL, ToBytecode.NEVER)) {
            case LoadedProgram.Ready(var program) -> new Answers(opaCase).complaint(run.apply(program));
            case LoadedProgram.Refused(var errors) -> errors.toString();
        };
    }

    private static Outcome allAnswers(Program program, @Nullable RegoValue input, OpaCase opaCase) {
        var entrypoint = program.entrypoint("case");
        if (entrypoint == null) {
            throw new IllegalStateException("the plan has no query");
        }
        return entrypoint.evaluateAll(input, opaCase.data(), limits(opaCase), CLOCK);
    }

    private static Limits limits(OpaCase opaCase) {
        return opaCase.strict() ? ROOMY.strict() : ROOMY;
    }

    private static @Nullable RegoValue input(OpaCase opaCase) {
        byte[] plan = opaCase.inputPlan();
        if (plan == null) {
            return opaCase.input();
        }
        if (Program.load(plan) instanceof LoadedProgram.Ready(var program)
                && allAnswers(program, null, opaCase) instanceof Outcome.Defined defined
                && ((RegoSet) defined.value()).at(0) instanceof RegoObject answer) {
            return answer.get("input_term");
        }
        throw new IllegalStateException("no input");
    }
}
