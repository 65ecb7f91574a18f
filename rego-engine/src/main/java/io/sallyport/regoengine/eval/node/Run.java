package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation. Confined to its thread. */
public final class Run {
    final Fuel fuel;
    public final BuiltinContext context;
    final boolean strictErrors;

    /** The answer of the function that has just returned. */
    @Nullable
    RegoValue returned;

    private final int maxDepth;
    private int depth;
    private RuleMemo memory;
    private @Nullable RegoSet results;

    /** @param data the base documents */
    public Run(Limits limits, Fuel fuel, BuiltinContext context, int remembered, RegoValue data) {
        this.fuel = fuel;
        this.context = context;
        this.strictErrors = limits.strictErrors();
        this.maxDepth = limits.depth();
        this.memory = RuleMemo.of(remembered, data);
    }

    void enter(int nesting) {
        depth += nesting;
        if (depth > maxDepth) {
            throw new LimitExceeded("depth", maxDepth, "blocks and calls", Limits.DEPTH_SETTING);
        }
    }

    void leave(int nesting) {
        depth -= nesting;
    }

    /** Returns the answers of rules under the current input and data. */
    RuleMemo memory() {
        return memory;
    }

    /** Notes that input was replaced: no answer of a rule is reused until {@link #restore}. */
    void replaceInput() {
        memory = memory.withOtherInput();
    }

    /**
     * Notes that data was replaced by {@code data}, which differs at {@code path}; otherwise as {@link #replaceInput}.
     */
    void replaceData(@Nullable RegoValue data, RegoString[] path) {
        memory = memory.withOtherData(data, path);
    }

    /** Returns whether {@code part} of data was put there by {@code with} and is not in OPA's storage. */
    boolean isReplaced(RegoValue part) {
        return memory.replacements().contain(part, fuel);
    }

    void restore() {
        memory = memory.outer();
    }

    /** Adds an answer of the query if it has a value. */
    void addResult(@Nullable RegoValue result) {
        if (result == null) {
            return;
        }
        if (results == null) {
            results = RegoSet.growing();
        }
        results.add(result);
    }

    public RegoSet results() {
        return results == null ? RegoSet.EMPTY : results;
    }
}
