package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Calls a planned function with arguments. */
public final class CallNode extends Node {
    private final Function function;
    private final Source[] arguments;
    private final int result;

    public CallNode(Function function, Source[] arguments, int result) {
        this.function = function;
        this.arguments = arguments;
        this.result = result;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        @Nullable RegoValue[] frame = function.newLocals();
        for (int i = 0; i < arguments.length; i++) {
            frame[function.parameter(i)] = arguments[i].read(locals);
        }
        RegoValue answer = function.call(run, frame);
        locals[result] = answer;
        return answer == null ? Signal.UNDEFINED : Signal.NEXT;
    }
}
