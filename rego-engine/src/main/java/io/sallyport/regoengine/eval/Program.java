package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.node.CompiledQueries;
import io.sallyport.regoengine.eval.node.Function;
import io.sallyport.regoengine.eval.node.Run;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.run.RunFailure;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A policy that can be run, made of a plan once. Immutable, shared by all threads. */
public final class Program {
    /** Evaluations of a program before it is worth a class: some milliseconds of them. */
    public static final int USES_BEFORE_COMPILING = 500;

    /** What OPA's planner calls the answer of an entrypoint. */
    private static final RegoString RESULT = RegoString.named("result");

    private final Map<String, Entrypoint> entrypoints = new LinkedHashMap<>();
    private final Matchers matchers;
    private final int remembered;

    private final Bytecode bytecode;

    Program(List<Function> queries, Matchers matchers, int remembered, Bytecode bytecode) {
        this.matchers = matchers;
        this.remembered = remembered;
        this.bytecode = bytecode;
        for (int i = 0; i < queries.size(); i++) {
            Function query = queries.get(i);
            entrypoints.put(query.name(), new Entrypoint(this, query, i));
        }
    }

    /** The program of a plan as {@code opa build -t plan} writes it; refuses one that calls what is not there. */
    public static LoadedProgram load(byte[] planJson) {
        return load(planJson, StandardBuiltins.all());
    }

    /** {@link #load(byte[])} with other builtins. */
    public static LoadedProgram load(byte[] planJson, Builtins builtins) {
        return load(planJson, builtins, ToBytecode.WHEN_USED);
    }

    /** {@link #load(byte[], Builtins)}, compiled to bytecode at another time. */
    public static LoadedProgram load(byte[] planJson, Builtins builtins, ToBytecode when) {
        return load(Plan.parse(planJson), builtins, when);
    }

    /** The program of a plan that was read, for whoever looks at the plan himself. */
    public static LoadedProgram load(ParsedPlan parsed, Builtins builtins, ToBytecode when) {
        return switch (parsed) {
            case ParsedPlan.Accepted(var plan) -> link(plan, builtins, when);
            case ParsedPlan.Rejected(var why) -> new LoadedProgram.Refused(List.of(LoadError.malformed(why, null)));
        };
    }

    /** The program of {@code plan}. */
    public static LoadedProgram link(Plan plan, Builtins builtins, ToBytecode when) {
        return new Linker(plan, builtins, when).link();
    }

    /** The program of {@code plan} with these rewritings alone, to find out which one makes a difference. */
    public static LoadedProgram link(Plan plan, Builtins builtins, Set<Rewriting> rewritings, ToBytecode when) {
        return new Linker(plan, builtins, rewritings, when).link();
    }

    /** The program of {@code plan} that notes in {@code coverage} what it comes to: slower, and for one thread. */
    public static LoadedProgram link(Plan plan, Builtins builtins, Coverage coverage) {
        return Linker.covering(plan, builtins, coverage).link();
    }

    /** Whether it runs as bytecode. */
    public boolean isCompiled() {
        return bytecode.queries() != null;
    }

    /** How many functions of a compiled program run as nodes all the same, since no method of the JVM can hold them. */
    public int functionsOnNodes() {
        return bytecode.functionsOnNodes();
    }

    /** What it runs as, once it is compiled; null before. */
    @Nullable
    CompiledQueries compiled() {
        return bytecode.queries();
    }

    /** The names of what can be asked. */
    public Set<String> entrypoints() {
        return Set.copyOf(entrypoints.keySet());
    }

    /** The entrypoint called {@code name}, or null. */
    public @Nullable Entrypoint entrypoint(String name) {
        return entrypoints.get(name);
    }

    /**
     * Evaluates an entrypoint by its name.
     *
     * @throws IllegalArgumentException where there is none
     */
    public Outcome evaluate(
            String entrypoint, @Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock) {
        Entrypoint found = entrypoints.get(entrypoint);
        if (found == null) {
            throw new IllegalArgumentException(
                    "entrypoint: " + entrypoint + " (expected: one of " + entrypoints.keySet() + ")");
        }
        return found.evaluate(input, data, limits, clock);
    }

    /** What is taken out of the set of a query's answers; null where there is nothing in it. */
    interface Answer {
        @Nullable
        RegoValue of(RegoSet results);
    }

    Outcome evaluate(
            Entrypoint asked,
            @Nullable RegoValue input,
            RegoValue data,
            Limits limits,
            EvalClock clock,
            Answer wanted) {
        Fuel fuel = new Fuel(limits.steps(), limits.memoryBytes());
        BuiltinContext context = new BuiltinContext(fuel, clock, matchers);
        Run run = new Run(limits, fuel, context, remembered, data);
        CompiledQueries compiled = bytecode.queriesForUse();
        return settle(new Asked(asked, compiled, input, data), run, wanted);
    }

    /** @param compiled null where the query runs as nodes */
    private record Asked(
            Entrypoint entrypoint,
            @Nullable CompiledQueries compiled,
            @Nullable RegoValue input,
            RegoValue data) {
        void answer(Run run) {
            if (compiled == null) {
                entrypoint.query().run(run, input, data);
            } else {
                compiled.query(entrypoint.number(), run, input, data);
            }
        }
    }

    /** The edge of the engine: whatever a policy provokes ends here, as a failed outcome. */
    private static Outcome settle(Asked asked, Run run, Answer wanted) {
        BuiltinContext context = run.context;
        try {
            asked.answer(run);
            RegoValue answer = wanted.of(run.results());
            if (answer == null) {
                return new Outcome.Undefined(context.usedMoment());
            }
            answer.seal();
            return new Outcome.Defined(answer, context.usedMoment());
        } catch (RunFailure e) {
            return new Outcome.Failed(e.kind(), e.getMessage(), e.position(), null, context.usedMoment());
        } catch (LimitExceeded e) {
            return new Outcome.Failed(FailureKind.LIMIT, e.getMessage(), null, null, context.usedMoment());
        } catch (StackOverflowError e) {
            return new Outcome.Failed(FailureKind.LIMIT, "the thread's stack is full", null, e, context.usedMoment());
        } catch (RuntimeException e) {
            return new Outcome.Failed(FailureKind.INTERNAL, e.toString(), null, e, context.usedMoment());
        }
    }

    /** The document of an entrypoint: its planned query binds it to one variable. */
    static @Nullable RegoValue document(RegoSet results) {
        if (results.size() == 0) {
            return null;
        }
        return results.at(0) instanceof RegoObject bindings ? bindings.get(RESULT) : null;
    }
}
