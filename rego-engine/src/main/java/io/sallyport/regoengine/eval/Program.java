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
import io.sallyport.regoengine.run.Tracer;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An executable policy, built from a plan. Immutable, shared by all threads. */
public final class Program {
    /** The number of evaluations after which a program is worth compiling: some milliseconds of them. */
    public static final int USES_BEFORE_COMPILING = 500;

    /** The variable to which OPA's planner binds the answer of an entrypoint. */
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

    /** Loads a plan as written by {@code opa build -t plan}; refuses one that calls unknown functions. */
    public static LoadedProgram load(byte[] planJson) {
        return load(planJson, StandardBuiltins.all());
    }

    /** As {@link #load(byte[])}, with other builtins. */
    public static LoadedProgram load(byte[] planJson, Builtins builtins) {
        return load(planJson, builtins, ToBytecode.WHEN_USED);
    }

    /** As {@link #load(byte[], Builtins)}, with another time of compilation to bytecode. */
    public static LoadedProgram load(byte[] planJson, Builtins builtins, ToBytecode when) {
        return load(Plan.parse(planJson), builtins, when);
    }

    /** Loads a parsed plan, for callers that inspect the plan themselves. */
    public static LoadedProgram load(ParsedPlan parsed, Builtins builtins, ToBytecode when) {
        return switch (parsed) {
            case ParsedPlan.Accepted(var plan) -> link(plan, builtins, when);
            case ParsedPlan.Rejected(var why) -> new LoadedProgram.Refused(List.of(LoadError.malformed(why, null)));
        };
    }

    /** Links {@code plan}. */
    public static LoadedProgram link(Plan plan, Builtins builtins, ToBytecode when) {
        return new Linker(plan, builtins, when).link();
    }

    /** Links {@code plan} with only these rewritings, to find out which one makes a difference. */
    public static LoadedProgram link(Plan plan, Builtins builtins, Set<Rewriting> rewritings, ToBytecode when) {
        return new Linker(plan, builtins, rewritings, when).link();
    }

    /** Links {@code plan} so that {@code coverage} records what it reaches: slower, and for one thread only. */
    public static LoadedProgram link(Plan plan, Builtins builtins, Coverage coverage) {
        return Linker.reporting(plan, builtins, coverage).link();
    }

    /** Links {@code plan} so that {@code tracer} is told what it comes to: slower, and for one thread only. */
    public static LoadedProgram link(Plan plan, Builtins builtins, Tracer tracer) {
        return Linker.reporting(plan, builtins, new TracingInstrument(tracer)).link();
    }

    /** Returns whether it runs as bytecode. */
    public boolean isCompiled() {
        return bytecode.queries() != null;
    }

    /** Returns how many functions of a compiled program run as nodes, because no JVM method can hold them. */
    public int functionsOnNodes() {
        return bytecode.functionsOnNodes();
    }

    /** Returns the compiled form, or null before it is compiled. */
    @Nullable
    CompiledQueries compiled() {
        return bytecode.queries();
    }

    /** Returns the names of the entrypoints. */
    public Set<String> entrypoints() {
        return Set.copyOf(entrypoints.keySet());
    }

    /** Returns the entrypoint named {@code name}, or null. */
    public @Nullable Entrypoint entrypoint(String name) {
        return entrypoints.get(name);
    }

    /**
     * Evaluates an entrypoint by its name.
     *
     * @throws IllegalArgumentException if there is no such entrypoint
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

    /** Selects the result from the set of a query's answers; null if it is undefined. */
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
        Outcome outcome = settle(new Asked(asked, compiled, input, data), run, wanted);
        limits.spent().accept(fuel.used());
        return outcome;
    }

    /** @param compiled null if the query runs as nodes */
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

    /** The boundary of the engine: every failure that a policy causes becomes a failed outcome here. */
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

    /** Returns the document of an entrypoint: its planned query binds it to one variable. */
    static @Nullable RegoValue document(RegoSet results) {
        if (results.size() == 0) {
            return null;
        }
        return results.at(0) instanceof RegoObject bindings ? bindings.get(RESULT) : null;
    }
}
