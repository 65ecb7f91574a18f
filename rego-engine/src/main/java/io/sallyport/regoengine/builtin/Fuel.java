package io.sallyport.regoengine.builtin;

/**
 * The remaining resources of one evaluation: steps (about ten nanoseconds each) and bytes of created values. Confined
 * to the thread that evaluates; created for each evaluation.
 */
public final class Fuel {
    /** The setting for the limit of steps. */
    public static final String STEPS_SETTING = "policy.max_steps";

    /** The setting for the limit of memory. */
    public static final String MEMORY_SETTING = "policy.max_memory";

    /** The bytes of a value in addition to its content. */
    private static final int VALUE_BYTES = 32;

    /** The units of work (inspected bytes, characters or elements) per step. */
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

    /** Consumes one step. */
    public void step() {
        if (--steps < 0) {
            throw outOfSteps();
        }
    }

    /** Consumes {@code count} steps, {@code count >= 0}. */
    public void steps(long count) {
        steps -= count;
        if (steps < 0) {
            throw outOfSteps();
        }
    }

    /** Charges for inspecting {@code units} characters or bytes: one step per eight, plus one. */
    public void read(long units) {
        steps(1 + units / UNITS_PER_STEP);
    }

    /** Charges steps and memory for a string of {@code length} characters that is about to be created. */
    public void makeText(long length) {
        read(length);
        take(VALUE_BYTES + 2 * length);
    }

    /** Charges for an array, object or set with space for {@code count} values that is about to be created. */
    public void makeValues(long count) {
        steps(1 + count);
        take(VALUE_BYTES + count * VALUE_BYTES);
    }

    /** Consumes {@code count} bytes of memory. */
    public void take(long count) {
        bytes -= count;
        if (bytes < 0) {
            throw new LimitExceeded("memory", maxBytes, "bytes", MEMORY_SETTING);
        }
    }

    /** Returns the steps that were consumed, those that ended the evaluation among them. */
    public long used() {
        return maxSteps - steps;
    }

    private LimitExceeded outOfSteps() {
        return new LimitExceeded("steps", maxSteps, "steps", STEPS_SETTING);
    }
}
