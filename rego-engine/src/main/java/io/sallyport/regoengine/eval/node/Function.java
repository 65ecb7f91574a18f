package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * A planned rule, function or query. Immutable once {@link #define} has set its body, which happens before its program
 * is published; this permits references to functions that are planned later.
 */
public final class Function {
    /** The number of a function that has no memo. */
    public static final int NOT_REMEMBERED = -1;

    private final String name;
    private final int[] parameters;
    private final int remembered;
    private Sequence[] body = {};
    private int locals;
    private int nesting;

    /** @param remembered the number of its answer in the memo of a run, or {@link #NOT_REMEMBERED} */
    public Function(String name, int[] parameters, int remembered) {
        this.name = name;
        this.parameters = parameters;
        this.remembered = remembered;
    }

    public void define(Sequence[] body, int locals) {
        this.body = body;
        this.locals = locals;
        this.nesting = 1 + Sequence.nesting(body);
    }

    public String name() {
        return name;
    }

    /** Returns the message for two conflicting values; planned names begin with a generation, {@code g0.data.x}. */
    public String conflict() {
        return conflict(name, parameters.length);
    }

    public static String conflict(String name, int arity) {
        String path = name.substring(name.indexOf('.') + 1);
        return arity > 2
                ? "function " + path + " produced conflicting values for the same inputs"
                : "rule " + path + " produced conflicting values";
    }

    public int arity() {
        return parameters.length;
    }

    public int remembered() {
        return remembered;
    }

    /** Returns the locals for one call, with room for the arguments at {@link #parameter}. */
    @Nullable
    RegoValue[] newLocals() {
        return new @Nullable RegoValue[locals];
    }

    int parameter(int place) {
        return parameters[place];
    }

    /** Runs a query. */
    public void run(Run run, @Nullable RegoValue input, RegoValue data) {
        @Nullable RegoValue[] frame = newLocals();
        frame[parameters[0]] = input;
        frame[parameters[1]] = data;
        call(run, frame);
    }

    /** Runs the function; null means undefined. */
    @Nullable
    RegoValue call(Run run, @Nullable RegoValue[] frame) {
        run.enter(nesting);
        run.returned = null;
        for (Sequence block : body) {
            if (block.run(run, frame) == Signal.RETURN) {
                break;
            }
        }
        RegoValue returned = run.returned;
        run.returned = null;
        run.leave(nesting);
        return returned;
    }
}
