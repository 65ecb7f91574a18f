package io.sallyport.regoengine.builtin;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What functions may use during one evaluation. Confined to the thread that evaluates. */
public final class BuiltinContext {
    private final Fuel fuel;
    private final EvalClock clock;
    private final Matchers matchers;
    private @Nullable Map<Object, Object> kept; // made at the first use, for few evaluations have one
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

    /** Compiled patterns, shared by all evaluations of the program. */
    public Matchers matchers() {
        return matchers;
    }

    /** The time of this evaluation, in nanoseconds since 1970, the same at each call. The answer depends on the moment then. */
    public long epochNanos() {
        usedMoment = true;
        if (now == Long.MIN_VALUE) {
            now = clock.epochNanos();
        }
        return now;
    }

    /** Chance; the answer depends on the moment then. */
    public RandomGenerator random() {
        usedMoment = true;
        return clock.random();
    }

    /** What was kept under {@code key} in this evaluation, made at the first call; {@code type} is its class. */
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

    /** Whether time or chance was asked for. */
    public boolean usedMoment() {
        return usedMoment;
    }
}
