package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The queries of a program as bytecode; a hidden class extends this one. Immutable, shared by all threads. */
public abstract class CompiledQueries {
    /** Runs the query with this number; the answers are added to {@code run}. */
    public abstract void query(int number, Run run, @Nullable RegoValue input, RegoValue data);

    /** Runs a function that was not compiled. */
    static @Nullable RegoValue onNodes(Run run, Function function, @Nullable RegoValue[] arguments) {
        @Nullable RegoValue[] frame = function.newLocals();
        for (int i = 0; i < arguments.length; i++) {
            frame[function.parameter(i)] = arguments[i];
        }
        return function.call(run, frame);
    }

    /**
     * Returns the number of the rule at {@code path} in the memo, or {@link Function#NOT_REMEMBERED} if there is none.
     */
    static int rule(Run run, Dispatch dispatch, @Nullable RegoValue[] path) {
        Function rule = dispatch.find(run, path);
        return rule == null ? Function.NOT_REMEMBERED : rule.remembered();
    }

    /**
     * Sets a local. A separate method, because inline the JIT would speculate on the type of each value and deoptimize
     * repeatedly.
     */
    static void set(@Nullable RegoValue value, @Nullable RegoValue[] locals, int place) {
        locals[place] = value;
    }

    /** Returns the answer of a piece of a function and clears it in the run. */
    static @Nullable RegoValue returned(Run run) {
        RegoValue returned = run.returned;
        run.returned = null;
        return returned;
    }
}
