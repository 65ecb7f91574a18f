package io.sallyport.regoengine.wasm;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.regoengine.wasm.WasmDocument.Watched;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An executable WebAssembly policy. Safe for concurrent use: each evaluation has its own instance. Its classes are
 * unloaded with it.
 *
 * <p>The input is serialized as a whole, so a view that records what is read records everything.
 */
public final class WasmProgram {
    /** Loading, including data, may take this many times the time of an evaluation. */
    static final int LOADING = 50;

    private static final RegoString RESULT = RegoString.of("result");
    private static final String BUSY =
            "as many evaluations of this module as may be are under way (setting policy.wasm_instances)";
    private static final byte[] NO_INPUT = {};

    private final Map<String, Integer> entrypoints;
    private final Map<Integer, Builtin> builtins;
    private final Matchers matchers = new Matchers(Set.of());
    private final WasmLimits limits;
    private final WasmWatchdog watchdog;
    private final InstancePool pool;

    WasmProgram(
            PolicyModule module,
            Map<String, Integer> entrypoints,
            Map<Integer, Builtin> builtins,
            WasmLimits limits,
            WasmWatchdog watchdog) {
        this.entrypoints = Map.copyOf(entrypoints);
        this.builtins = Map.copyOf(builtins);
        this.limits = limits;
        this.watchdog = watchdog;
        this.pool = new InstancePool(limits.instances(), () -> new PolicyInstance(module, limits));
    }

    /** Returns the names of the entrypoints. */
    public Set<String> entrypoints() {
        return entrypoints.keySet();
    }

    /** Returns the entrypoint named {@code name}, or null. */
    public @Nullable WasmDocument entrypoint(String name) {
        Integer number = entrypoints.get(name);
        return number == null ? null : new Asked(name, number);
    }

    /** Returns the number of idle instances. */
    int idleInstances() {
        return pool.idle();
    }

    /**
     * Creates an instance with {@code data} loaded, so that the first evaluation does not have to.
     *
     * @return why the data cannot be loaded, or null
     */
    public @Nullable String prepare(RegoValue data) {
        InstancePool.Loan loan = pool.borrow();
        if (loan == null) {
            return BUSY;
        }
        try (loan;
                WasmWatchdog.Watch watch = watchdog.watch(limits.time().multipliedBy(LOADING))) {
            try {
                PolicyInstance instance = loan.instance();
                instance.load(data);
                loan.giveBack(instance);
                return null;
            } catch (RuntimeException | StackOverflowError e) {
                return FailedRun.of(e, watch, limits).message();
            }
        }
    }

    private final class Asked implements WasmDocument {
        private final String name;
        private final int number;

        private Asked(String name, int number) {
            this.name = name;
            this.number = number;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Outcome evaluate(@Nullable RegoValue input, RegoValue data, Limits bounds, EvalClock clock) {
            return evaluate(input == null ? NO_INPUT : json(input), data, bounds, clock);
        }

        private Outcome evaluate(byte[] json, RegoValue data, Limits bounds, EvalClock clock) {
            return run(data, bounds, clock, List.of(), (instance, functions) -> {
                        RegoValue results = instance.evaluate(number, json, functions);
                        return new Answered(document(results), List.of());
                    })
                    .outcome();
        }

        /** What is missing is looked for first: where the evaluation came to some, its outcome does not count. */
        @Override
        public Watched evaluate(
                RegoValue input, RegoValue data, Limits bounds, EvalClock clock, List<List<String>> missing) {
            byte[] json = json(input);
            if (missing.isEmpty()) {
                return new Watched(evaluate(json, data, bounds, clock), missing);
            }
            List<byte[]> paths = missing.stream()
                    .map(path ->
                            json(RegoArray.of(path.stream().map(RegoString::of).toArray(RegoValue[]::new))))
                    .toList();
            Watched watched = run(data, bounds, clock, missing, (instance, functions) -> {
                RegoValue results = instance.evaluate(number, json, paths, functions);
                List<List<String>> cameTo =
                        instance.cameTo().stream().mapToObj(missing::get).toList();
                return new Answered(document(results), cameTo);
            });
            if (!watched.cameTo().isEmpty()) {
                return watched;
            }
            Outcome plain = evaluate(json, data, bounds, clock);
            return new Watched(plain, watched.outcome().equals(plain) ? List.of() : missing);
        }
    }

    private static byte[] json(RegoValue value) {
        return RegoJson.write(value).getBytes(StandardCharsets.UTF_8);
    }

    /** One evaluation by an instance. */
    private interface Run {
        Answered by(PolicyInstance instance, HostBuiltins functions);
    }

    /** Whether a failure came of what is missing cannot be told, so it counts as if all had been looked at. */
    private Watched run(RegoValue data, Limits bounds, EvalClock clock, List<List<String>> missing, Run run) {
        var context = new BuiltinContext(new Fuel(bounds.steps(), bounds.memoryBytes()), clock, matchers);
        var functions = new HostBuiltins(builtins, context, bounds.strictErrors());
        InstancePool.Loan loan = pool.borrow();
        if (loan == null) {
            return new Watched(new Outcome.Failed(FailureKind.LIMIT, BUSY, null, null, false), List.of());
        }
        try (loan) {
            Ran ran = run(loan, data, functions, run);
            List<List<String>> cameTo = switch (ran) {
                case Answered answered -> answered.cameTo();
                case FailedRun _ -> missing;
            };
            return new Watched(ran.outcome(context.usedMoment()), cameTo);
        }
    }

    private Ran run(InstancePool.Loan loan, RegoValue data, HostBuiltins functions, Run run) {
        try (WasmWatchdog.Watch watch = watchdog.watch(limits.time())) {
            try {
                PolicyInstance instance = loan.instance();
                instance.load(data);
                Answered answered = run.by(instance, functions);
                loan.giveBack(instance);
                FailedRun failure = functions.failure();
                return failure == null ? answered : failure;
            } catch (RuntimeException | StackOverflowError e) {
                return FailedRun.of(e, watch, limits);
            }
        }
    }

    private static @Nullable RegoValue document(RegoValue results) {
        return results instanceof RegoSet set && set.size() > 0 && set.at(0) instanceof RegoObject bindings
                ? bindings.get(RESULT)
                : null;
    }

    /** How an evaluation ended. */
    sealed interface Ran permits Answered, FailedRun {
        Outcome outcome(boolean usedMoment);
    }

    private record Answered(@Nullable RegoValue document, List<List<String>> cameTo) implements Ran {
        @Override
        public Outcome outcome(boolean usedMoment) {
            return document == null ? new Outcome.Undefined(usedMoment) : new Outcome.Defined(document, usedMoment);
        }
    }
}
