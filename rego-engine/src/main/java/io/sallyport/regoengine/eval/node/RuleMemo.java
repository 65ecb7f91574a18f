package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The answers of rules, by number, under one input and data. Confined to one run. */
final class RuleMemo {
    private final int rules;
    private final @Nullable RuleMemo outer;
    private final Replacements replacements;
    private @Nullable RegoValue[] values = {};
    private boolean[] known = {};

    private RuleMemo(int rules, @Nullable RuleMemo outer, Replacements replacements) {
        this.rules = rules;
        this.outer = outer;
        this.replacements = replacements;
    }

    /** Returns an empty memo for the input and data of the evaluation. */
    static RuleMemo of(int rules, RegoValue data) {
        return new RuleMemo(rules, null, Replacements.none(data));
    }

    /** Returns an empty memo for another input. */
    RuleMemo withOtherInput() {
        return new RuleMemo(rules, this, replacements);
    }

    /** Returns an empty memo for {@code data}, which differs at {@code path}. */
    RuleMemo withOtherData(@Nullable RegoValue data, RegoString[] path) {
        return new RuleMemo(rules, this, path.length == 0 ? whole(data) : replacements.at(path, data));
    }

    /**
     * OPA's plan restores the previous data with a {@code with} of its own, for the rest of the body; this finds its
     * replacements again.
     */
    private Replacements whole(@Nullable RegoValue data) {
        for (RuleMemo before = this; before != null; before = before.outer) {
            if (before.replacements.isOf(data)) {
                return before.replacements;
            }
        }
        return Replacements.whole(data);
    }

    /** Returns which parts of data differ from what the evaluation was given. */
    Replacements replacements() {
        return replacements;
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

    RuleMemo outer() {
        if (outer == null) {
            throw new IllegalStateException("nothing was replaced");
        }
        return outer;
    }
}
