package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * Calls a rule. A rule depends only on input and data, so it runs once under each and is then answered from the memo.
 */
public final class RuleNode extends Node {
    private final Function rule;
    private final Source input;
    private final Source data;
    private final int result;

    public RuleNode(Function rule, Source input, Source data, int result) {
        this.rule = rule;
        this.input = input;
        this.data = data;
        this.result = result;
    }

    @Override
    int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue answer = answer(run, rule, input.read(locals), data.read(locals));
        locals[result] = answer;
        return answer == null ? Signal.UNDEFINED : Signal.NEXT;
    }

    static @Nullable RegoValue answer(Run run, Function rule, @Nullable RegoValue input, @Nullable RegoValue data) {
        RuleMemo memory = run.memory();
        int number = rule.remembered();
        if (memory.knows(number)) {
            return memory.get(number);
        }
        @Nullable RegoValue[] frame = rule.newLocals();
        frame[rule.parameter(0)] = input;
        frame[rule.parameter(1)] = data;
        RegoValue answer = rule.call(run, frame);
        memory.put(number, answer);
        return answer;
    }
}
