package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The queries of a program as bytecode; a hidden class extends it. Immutable, shared by all threads. */
public abstract class CompiledQueries {
    /** Runs the query with this number; its answers stand in {@code run}. */
    public abstract void query(int number, Run run, @Nullable RegoValue input, RegoValue data);

    /** Runs a function that stayed a tree of nodes. */
    static @Nullable RegoValue onNodes(Run run, Function function, @Nullable RegoValue[] arguments) {
        @Nullable RegoValue[] frame = function.newLocals();
        for (int i = 0; i < arguments.length; i++) {
            frame[function.parameter(i)] = arguments[i];
        }
        return function.call(run, frame);
    }

    /** The number under which the rule at {@code path} is remembered; {@link Function#NOT_REMEMBERED} where none is. */
    static int rule(Run run, Dispatch dispatch, @Nullable RegoValue[] path) {
        Function rule = dispatch.find(run, path);
        return rule == null ? Function.NOT_REMEMBERED : rule.remembered();
    }

    /** Sets a local; here and not in place, where the JIT would guess the kind of each and be wrong again and again. */
    static void set(@Nullable RegoValue value, @Nullable RegoValue[] locals, int place) {
        locals[place] = value;
    }

    /** What a piece of a function answered, which is taken off the run. */
    static @Nullable RegoValue returned(Run run) {
        RegoValue returned = run.returned;
        run.returned = null;
        return returned;
    }
}
