package io.sallyport.regoengine.wasm;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.charset.StandardCharsets;
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

    private final PolicyModule module;
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
        this.module = module;
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
    public @Nullable Evaluable entrypoint(String name) {
        Integer number = entrypoints.get(name);
        return number == null ? null : new Asked(name, number);
    }

    /**
     * Returns whether {@code text} occurs in the module as a constant, as does the name of each field that a rule
     * mentions.
     */
    public boolean mentions(String text) {
        return module.mentions(text);
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

    private final class Asked implements Evaluable {
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
            var context = new BuiltinContext(new Fuel(bounds.steps(), bounds.memoryBytes()), clock, matchers);
            var functions = new HostBuiltins(builtins, context, bounds.strictErrors());
            byte[] json = input == null ? NO_INPUT : RegoJson.write(input).getBytes(StandardCharsets.UTF_8);
            InstancePool.Loan loan = pool.borrow();
            if (loan == null) {
                return new Outcome.Failed(FailureKind.LIMIT, BUSY, null, null, false);
            }
            try (loan) {
                return evaluate(loan, json, data, functions).outcome(context.usedMoment());
            }
        }

        private Ran evaluate(InstancePool.Loan loan, byte[] input, RegoValue data, HostBuiltins functions) {
            try (WasmWatchdog.Watch watch = watchdog.watch(limits.time())) {
                try {
                    PolicyInstance instance = loan.instance();
                    instance.load(data);
                    RegoValue results = instance.evaluate(number, input, functions);
                    loan.giveBack(instance);
                    FailedRun failure = functions.failure();
                    return failure == null ? new Answered(document(results)) : failure;
                } catch (RuntimeException | StackOverflowError e) {
                    return FailedRun.of(e, watch, limits);
                }
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

    private record Answered(@Nullable RegoValue document) implements Ran {
        @Override
        public Outcome outcome(boolean usedMoment) {
            return document == null ? new Outcome.Undefined(usedMoment) : new Outcome.Defined(document, usedMoment);
        }
    }
}
