package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** One evaluation under way. Confined to its thread. */
final class Run {
    final Fuel fuel;
    final BuiltinContext context;
    final boolean strictErrors;

    /** What the function that just returned answers. */
    @Nullable
    RegoValue returned;

    private final int maxDepth;
    private int depth;
    private Remembered memory;
    private @Nullable RegoSet results;

    Run(Limits limits, Fuel fuel, BuiltinContext context, int remembered) {
        this.fuel = fuel;
        this.context = context;
        this.strictErrors = limits.strictErrors();
        this.maxDepth = limits.depth();
        this.memory = Remembered.of(remembered);
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

    /** What rules answered under the input and data in force. */
    Remembered memory() {
        return memory;
    }

    /** Data changes, or input does: nothing that was remembered counts until {@link #restore}. */
    void replace(boolean data) {
        memory = memory.replaced(data);
    }

    /** Whether data is another than the evaluation was given. */
    boolean isDataReplaced() {
        return memory.isDataReplaced();
    }

    void restore() {
        memory = memory.outer();
    }

    /** Adds an answer of the query, where it has a value. */
    void addResult(@Nullable RegoValue result) {
        if (result == null) {
            return;
        }
        if (results == null) {
            results = RegoSet.growing();
        }
        results.add(result);
    }

    RegoSet results() {
        return results == null ? RegoSet.EMPTY : results;
    }
}
