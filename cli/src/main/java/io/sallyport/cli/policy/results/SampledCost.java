package io.sallyport.cli.policy.results;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The cost of an action, measured in {@link #WINDOWS} windows of equal length.
 *
 * @param done how often it ran, excluding the warm-up
 * @param nanos per run, by window, ascending
 * @param bytes allocated per run
 */
public record SampledCost(long done, List<Double> nanos, double bytes) {
    public static final int WINDOWS = 20;

    /** The number of runs between two readings of the clock, so that reading it costs nothing in comparison. */
    private static final int BATCH = 256;

    private static final long SECOND_NANOS = 1_000_000_000;

    /** Runs the action for {@code seconds}, after a warm-up of the same length. */
    public static SampledCost of(Runnable action, int seconds, LongSupplier nanoClock) {
        window(action, seconds * SECOND_NANOS, nanoClock);
        var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<Double> nanos = new ArrayList<>(WINDOWS);
        long done = 0;
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < WINDOWS; i++) {
            long started = nanoClock.getAsLong();
            long here = window(action, seconds * SECOND_NANOS / WINDOWS, nanoClock);
            nanos.add((double) (nanoClock.getAsLong() - started) / here);
            done += here;
        }
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        Collections.sort(nanos);
        return new SampledCost(done, nanos, (double) allocated / done);
    }

    private static long window(Runnable action, long nanos, LongSupplier nanoClock) {
        long end = nanoClock.getAsLong() + nanos;
        long done = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                action.run();
            }
            done += BATCH;
        } while (nanoClock.getAsLong() - end < 0);
        return done;
    }

    /** Returns nanoseconds per run of one window. */
    public double median() {
        return nanos.get(WINDOWS / 2);
    }

    /** Returns nanoseconds per run of one window. */
    public double fastest() {
        return nanos.getFirst();
    }

    /** Returns nanoseconds per run of one window. */
    public double slowest() {
        return nanos.getLast();
    }
}
