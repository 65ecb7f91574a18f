package io.sallyport.regoengine.builtin;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The environment of builtins during one evaluation. Confined to the thread that evaluates. */
public final class BuiltinContext {
    private final Fuel fuel;
    private final EvalClock clock;
    private final Matchers matchers;
    private @Nullable Map<Object, Object> kept; // created on first use, since few evaluations need it
    private boolean usedMoment;
    private long now = Long.MIN_VALUE;

    public BuiltinContext(Fuel fuel, EvalClock clock, Matchers matchers) {
        this.fuel = fuel;
        this.clock = clock;
        this.matchers = matchers;
    }

    public Fuel fuel() {
        return fuel;
    }

    /** Returns the compiled patterns, shared by all evaluations of the program. */
    public Matchers matchers() {
        return matchers;
    }

    /**
     * Returns the time of this evaluation in nanoseconds since 1970, the same at each call. Marks the answer as
     * dependent on the moment.
     */
    public long epochNanos() {
        usedMoment = true;
        if (now == Long.MIN_VALUE) {
            now = clock.epochNanos();
        }
        return now;
    }

    /** Returns the source of randomness. Marks the answer as dependent on the moment. */
    public RandomGenerator random() {
        usedMoment = true;
        return clock.random();
    }

    /** Returns the object for {@code key} in this evaluation, created on the first call; {@code type} is its class. */
    public <K, V> V keep(Class<V> type, K key, Function<? super K, ? extends V> make) {
        Map<Object, Object> known = kept;
        if (known == null) {
            known = new HashMap<>();
            kept = known;
        }
        Object found = known.get(key);
        if (found == null) {
            found = make.apply(key);
            known.put(key, found);
        }
        return type.cast(found);
    }

    /** Returns whether time or randomness was used. */
    public boolean usedMoment() {
        return usedMoment;
    }
}
