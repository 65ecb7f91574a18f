package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Looks up a key. */
public final class DotNode extends Node {
    private final Source source;
    private final Source key;
    private final int target;
    private final boolean isStored;

    /** @param isStored whether this is a look-up in {@link Storage} */
    public DotNode(Source source, Source key, int target, boolean isStored) {
        this.source = source;
        this.key = key;
        this.target = target;
        this.isStored = isStored;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue from = source.read(locals);
        RegoValue by = key.read(locals);
        if (from == null || by == null) {
            return Signal.UNDEFINED;
        }
        RegoValue found = isStored ? Storage.find(run, from, by) : Lookup.find(run, from, by);
        locals[target] = found;
        return found == null ? Signal.UNDEFINED : Signal.NEXT;
    }
}
