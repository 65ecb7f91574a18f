package io.sallyport.regoengine.builtin;

/**
 * What one evaluation may still use: steps (about ten nanoseconds each) and bytes of values made. Confined to the thread
 * that evaluates; made fresh for each evaluation.
 */
public final class Fuel {
    /** The setting that moves the bound of steps. */
    public static final String STEPS_SETTING = "policy.max_steps";

    /** The setting that moves the bound of memory. */
    public static final String MEMORY_SETTING = "policy.max_memory";

    /** What a value costs beside its content, in bytes. */
    private static final int VALUE_BYTES = 32;

    /** Units of work (bytes, characters, elements looked at) that make a step. */
    private static final int UNITS_PER_STEP = 8;

    private final long maxSteps;
    private final long maxBytes;
    private long steps;
    private long bytes;

    public Fuel(long maxSteps, long maxBytes) {
        this.maxSteps = maxSteps;
        this.maxBytes = maxBytes;
        this.steps = maxSteps;
        this.bytes = maxBytes;
    }

    /** Pays one step. */
    public void step() {
        if (--steps < 0) {
            throw outOfSteps();
        }
    }

    /** Pays {@code count} steps, {@code count >= 0}. */
    public void steps(long count) {
        steps -= count;
        if (steps < 0) {
            throw outOfSteps();
        }
    }

    /** Pays for looking at {@code units} characters or bytes: a step for every eight, and one. */
    public void read(long units) {
        steps(1 + units / UNITS_PER_STEP);
    }

    /** Pays for a string of {@code length} characters that is about to be made: its steps and its memory. */
    public void makeText(long length) {
        read(length);
        take(VALUE_BYTES + 2 * length);
    }

    /** Pays for an array, object or set that is about to be made with room for {@code count} values. */
    public void makeValues(long count) {
        steps(1 + count);
        take(VALUE_BYTES + count * VALUE_BYTES);
    }

    /** Takes {@code count} bytes of the memory bound. */
    public void take(long count) {
        bytes -= count;
        if (bytes < 0) {
            throw new LimitExceeded("memory", maxBytes, "bytes", MEMORY_SETTING);
        }
    }

    /** Steps paid so far. */
    public long usedSteps() {
        return maxSteps - Math.max(0, steps);
    }

    /** Bytes taken so far. */
    public long usedBytes() {
        return maxBytes - Math.max(0, bytes);
    }

    private LimitExceeded outOfSteps() {
        return new LimitExceeded("steps", maxSteps, "steps", STEPS_SETTING);
    }
}
