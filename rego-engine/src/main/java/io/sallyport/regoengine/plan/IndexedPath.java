package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;

/**
 * A reference that OPA's index of rules may compare: keys below {@code input}, or an argument of the function as a
 * whole.
 *
 * @param parameter the place of the parameter: 0 is {@code input}, 1 {@code data}, which is not indexed here
 * @param isCopied whether a local was assigned from it, which the index follows no further
 */
record IndexedPath(int parameter, List<RegoString> keys, boolean isCopied) {
    private static final int INPUT = 0;

    static IndexedPath of(int parameter) {
        return new IndexedPath(parameter, List.of(), false);
    }

    boolean isInput() {
        return parameter == INPUT;
    }

    IndexedPath below(RegoString key) {
        List<RegoString> longer = new ArrayList<>(keys);
        longer.add(key);
        return new IndexedPath(parameter, List.copyOf(longer), false);
    }

    IndexedPath copied() {
        return new IndexedPath(parameter, keys, true);
    }
}
