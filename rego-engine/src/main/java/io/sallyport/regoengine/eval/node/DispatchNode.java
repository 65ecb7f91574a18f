package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Calls the rule at a path that is determined at run time. */
public final class DispatchNode extends Node {
    /**
     * A rule that exists but is undefined leaves this many blocks: OPA's planner puts the look-up in data two blocks
     * further out.
     */
    private static final int RULE_UNDEFINED = 4;

    private final Dispatch dispatch;
    private final Source[] path;
    private final int input;
    private final int data;
    private final int result;

    public DispatchNode(Dispatch dispatch, Source[] path, int input, int data, int result) {
        this.dispatch = dispatch;
        this.path = path;
        this.input = input;
        this.data = data;
        this.result = result;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        Function rule = rule(run, locals);
        if (rule == null) {
            return Signal.UNDEFINED;
        }
        RegoValue answer = RuleNode.answer(run, rule, locals[input], locals[data]);
        locals[result] = answer;
        return answer == null ? RULE_UNDEFINED : Signal.NEXT;
    }

    private @Nullable Function rule(Run run, @Nullable RegoValue[] locals) {
        @Nullable RegoValue[] keys = new @Nullable RegoValue[path.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = path[i].read(locals);
        }
        return dispatch.find(run, keys);
    }
}
