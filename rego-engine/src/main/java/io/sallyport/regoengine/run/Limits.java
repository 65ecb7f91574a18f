package io.sallyport.regoengine.run;

import java.util.function.LongConsumer;

/**
 * The limits of one evaluation, and how it treats a failing builtin.
 *
 * @param steps statements and units of work, about ten nanoseconds each; setting {@code policy.max_steps}
 * @param memoryBytes bytes of created values, approximately; setting {@code policy.max_memory}
 * @param depth nesting of blocks and calls; setting {@code policy.max_depth}
 * @param strictErrors whether a failing builtin fails the evaluation; otherwise its call is undefined, as in OPA by
 *     default
 * @param spent told the steps of each evaluation at its end; safe for concurrent use
 */
public record Limits(long steps, long memoryBytes, int depth, boolean strictErrors, LongConsumer spent) {
    /** The setting for the limit of depth. */
    public static final String DEPTH_SETTING = "policy.max_depth";

    /** The maximum nesting of blocks and calls that fits into a thread's stack of 1 MiB. */
    public static final int MAX_DEPTH = 1000;

    /** About a millisecond of an event loop, 8 MiB, not strict. */
    public static final Limits DEFAULT = new Limits(100_000, 8 << 20, MAX_DEPTH, false);

    public Limits {
        if (steps < 1 || memoryBytes < 1 || depth < 1 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "limits: %d steps, %d bytes, depth %d (expected: each > 0, depth at most %d)"
                            .formatted(steps, memoryBytes, depth, MAX_DEPTH));
        }
    }

    /** Creates limits of evaluations whose steps nobody counts. */
    public Limits(long steps, long memoryBytes, int depth, boolean strictErrors) {
        this(steps, memoryBytes, depth, strictErrors, _ -> {});
    }

    /** Returns a copy whose evaluations tell {@code counter} of their steps. */
    public Limits countedBy(LongConsumer counter) {
        return new Limits(steps, memoryBytes, depth, strictErrors, counter);
    }

    /** Returns limits under which a failing builtin fails the evaluation. */
    public Limits strict() {
        return strictErrors ? this : new Limits(steps, memoryBytes, depth, true, spent);
    }
}
