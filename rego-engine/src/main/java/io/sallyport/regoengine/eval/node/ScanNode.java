package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Runs a block for each element of a collection, in order; scalars have none. */
public final class ScanNode extends Node {
    private final int source;
    private final int key;
    private final int value;
    private final Sequence block;

    public ScanNode(int source, int key, int value, Sequence block) {
        this.source = source;
        this.key = key;
        this.value = value;
        this.block = block;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        return switch (locals[source]) {
            case RegoArray array -> scan(run, locals, array);
            case RegoObject object -> scan(run, locals, object);
            case RegoSet set -> scan(run, locals, set);
            case null, default -> Signal.NEXT;
        };
    }

    private int scan(Run run, @Nullable RegoValue[] locals, RegoArray array) {
        for (int i = 0; i < array.size(); i++) {
            int signal = step(run, locals, RegoNumber.of(i), array.get(i));
            if (signal != Signal.NEXT) {
                return signal;
            }
        }
        return Signal.NEXT;
    }

    private int scan(Run run, @Nullable RegoValue[] locals, RegoObject object) {
        for (int i = 0; i < object.size(); i++) {
            int signal = step(run, locals, object.keyAt(i), object.valueAt(i));
            if (signal != Signal.NEXT) {
                return signal;
            }
        }
        return Signal.NEXT;
    }

    private int scan(Run run, @Nullable RegoValue[] locals, RegoSet set) {
        for (int i = 0; i < set.size(); i++) {
            int signal = step(run, locals, set.at(i), set.at(i));
            if (signal != Signal.NEXT) {
                return signal;
            }
        }
        return Signal.NEXT;
    }

    private int step(Run run, @Nullable RegoValue[] locals, RegoValue atKey, RegoValue atValue) {
        run.fuel.step();
        locals[key] = atKey;
        locals[value] = atValue;
        int signal = block.run(run, locals);
        return signal == Signal.UNDEFINED ? Signal.NEXT : Signal.outOf(signal);
    }

    @Override
    int nesting() {
        return block.nesting();
    }
}
