package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Runs a block with another input or other data, or with another value at a path in them. */
public final class WithNode extends Node {
    private final int local;
    private final RegoString[] path;
    private final Source value;
    private final boolean replacesData;
    private final Sequence block;

    public WithNode(int local, RegoString[] path, Source value, boolean replacesData, Sequence block) {
        this.local = local;
        this.path = path;
        this.value = value;
        this.replacesData = replacesData;
        this.block = block;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue held = locals[local];
        RegoValue replacement = value.read(locals);
        locals[local] =
                replacesData ? replacedData(run, held, replacement, path) : replaced(run, held, replacement, path);
        if (replacesData) {
            run.replaceData(locals[local], path);
        } else {
            run.replaceInput();
        }
        int signal = block.run(run, locals);
        run.restore();
        locals[local] = held;
        return signal == Signal.UNDEFINED ? Signal.UNDEFINED : Signal.outOf(signal);
    }

    /**
     * As {@link #replaced}, in data. The replacement is copied: under {@code with data.a as data.b}, {@code data.b}
     * stays in OPA's storage, where a look-up finds more than in a value.
     */
    static @Nullable RegoValue replacedData(
            Run run, @Nullable RegoValue held, @Nullable RegoValue replacement, RegoString[] path) {
        return replacement == null || path.length == 0
                ? replacement
                : replaced(run, held, Replacements.copy(replacement, run.fuel), path);
    }

    static @Nullable RegoValue replaced(
            Run run, @Nullable RegoValue held, @Nullable RegoValue replacement, RegoString[] path) {
        return replacement == null ? null : replaced(run, held, replacement, path, 0);
    }

    /**
     * Returns the value at {@code depth} of the path with the replacement below it; anything except an object is
     * replaced by one.
     */
    private static RegoValue replaced(
            Run run, @Nullable RegoValue held, RegoValue replacement, RegoString[] path, int depth) {
        if (depth == path.length) {
            return replacement;
        }
        EntryObject copy = RegoObject.growing();
        RegoValue below = null;
        if (held instanceof RegoObject object) {
            run.fuel.makeValues(2L * object.size());
            for (int i = 0; i < object.size(); i++) {
                copy.put(object.keyAt(i), object.valueAt(i));
            }
            below = object.get(path[depth]);
        }
        copy.put(path[depth], replaced(run, below, replacement, path, depth + 1));
        return copy;
    }

    @Override
    int nesting() {
        return block.nesting();
    }
}
