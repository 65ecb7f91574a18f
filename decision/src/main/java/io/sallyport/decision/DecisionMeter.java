package io.sallyport.decision;

import io.sallyport.model.measure.DurationSink;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts decisions: those that were remembered, and those that were made afresh with their durations and the steps of
 * their Rego. A remembered decision costs one increment and no look at a clock. Safe for concurrent use.
 */
public final class DecisionMeter {
    private final LongAdder remembered = new LongAdder();
    private final LongAdder fresh = new LongAdder();
    private final LongAdder steps = new LongAdder();
    private final DurationSink durations;
    private final LongSupplier nanoClock;

    /**
     * @param durations receives how long each fresh decision took
     * @param nanoClock elapsed time
     */
    public DecisionMeter(DurationSink durations, LongSupplier nanoClock) {
        this.durations = durations;
        this.nanoClock = nanoClock;
    }

    /** Returns a meter whose counts nobody reads. */
    public static DecisionMeter unread() {
        return new DecisionMeter(DurationSink.NONE, () -> 0L);
    }

    void remembered() {
        remembered.increment();
    }

    /** Returns the time at which a fresh decision begins, for {@link #made}. */
    long begin() {
        return nanoClock.getAsLong();
    }

    void made(long begunNanos) {
        fresh.increment();
        durations.add(nanoClock.getAsLong() - begunNanos);
    }

    /** Adds the steps of one evaluation. */
    public void spent(long count) {
        steps.add(count);
    }

    /** Returns how many decisions were remembered. */
    public long rememberedCount() {
        return remembered.sum();
    }

    /** Returns how many decisions were made afresh. */
    public long freshCount() {
        return fresh.sum();
    }

    /** Returns the steps of all evaluations, about ten nanoseconds each. */
    public long steps() {
        return steps.sum();
    }
}
