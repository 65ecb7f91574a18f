package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The answers of rules, by number, under one input and data. Confined to a run. */
final class Remembered {
    private final int rules;
    private final @Nullable Remembered outer;
    private final boolean isDataReplaced;
    private @Nullable RegoValue[] values = {};
    private boolean[] known = {};

    private Remembered(int rules, @Nullable Remembered outer, boolean isDataReplaced) {
        this.rules = rules;
        this.outer = outer;
        this.isDataReplaced = isDataReplaced;
    }

    /** Under the input and data that the evaluation was given. */
    static Remembered of(int rules) {
        return new Remembered(rules, null, false);
    }

    /** Under another input, or other data. */
    Remembered replaced(boolean data) {
        return new Remembered(rules, this, isDataReplaced || data);
    }

    /** Whether data is another than the evaluation was given. */
    boolean isDataReplaced() {
        return isDataReplaced;
    }

    boolean knows(int rule) {
        return known.length != 0 && known[rule];
    }

    @Nullable
    RegoValue get(int rule) {
        return values[rule];
    }

    void put(int rule, @Nullable RegoValue value) {
        if (known.length == 0) {
            known = new boolean[rules];
            values = new @Nullable RegoValue[rules];
        }
        known[rule] = true;
        values[rule] = value;
    }

    Remembered outer() {
        if (outer == null) {
            throw new IllegalStateException("nothing was replaced");
        }
        return outer;
    }
}
