package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Sets a local to the number of elements, or of code points. */
public final class LenNode extends Node {
    private final Source source;
    private final int target;

    public LenNode(Source source, int target) {
        this.source = source;
        this.target = target;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        locals[target] = length(source.read(locals));
        return Signal.NEXT;
    }

    static RegoValue length(@Nullable RegoValue value) {
        return RegoNumber.of(
                switch (value) {
                    case RegoArray array -> array.size();
                    case RegoObject object -> object.size();
                    case RegoSet set -> set.size();
                    case RegoString string ->
                        string.text().codePointCount(0, string.text().length());
                    case null, default -> 0;
                });
    }
}
