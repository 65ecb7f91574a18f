package io.sallyport.control.calls;

import io.sallyport.model.measure.DurationSink;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Counts changes of policy: of sandboxes and of guardrails. Safe for concurrent use. */
public final class ChangeMeter {
    private final LongAdder inForce = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final DurationSink durations;
    private final LongSupplier nanoClock;
    private final InstantSource wall;
    private volatile long lastMillis;

    /**
     * @param durations receives, of each change that came into force, the time from the call to then
     * @param nanoClock elapsed time
     */
    public ChangeMeter(DurationSink durations, LongSupplier nanoClock, InstantSource wall) {
        this.durations = durations;
        this.nanoClock = nanoClock;
        this.wall = wall;
    }

    /** Returns a meter that nobody reads. */
    public static ChangeMeter unread() {
        return new ChangeMeter(DurationSink.NONE, () -> 0L, InstantSource.system());
    }

    /**
     * Counts {@code change} when it has answered.
     *
     * @param isInForce whether an answer says that the change is in force
     */
    public <T> CompletionStage<T> measure(CompletionStage<T> change, Predicate<T> isInForce) {
        long begun = nanoClock.getAsLong();
        return change.whenComplete((answer, failure) -> {
            if (failure == null && isInForce.test(answer)) {
                durations.add(nanoClock.getAsLong() - begun);
                lastMillis = wall.millis();
                inForce.increment();
            } else {
                refused.increment();
            }
        });
    }

    public long inForceCount() {
        return inForce.sum();
    }

    /** Returns how many changes did not come into force, for whatever reason. */
    public long refusedCount() {
        return refused.sum();
    }

    /** Returns when the last change came into force, in milliseconds since the epoch; 0 before the first. */
    public long lastMillis() {
        return lastMillis;
    }
}
