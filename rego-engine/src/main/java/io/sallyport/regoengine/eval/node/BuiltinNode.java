package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Calls a builtin. An error makes it undefined, or fails the run if errors are strict. */
public abstract class BuiltinNode extends Node {
    private final Builtin builtin;
    private final boolean answers;
    private final int result;
    private final Position position;

    /** @param answers whether the builtin has a result; one without a result is never undefined */
    BuiltinNode(Builtin builtin, boolean answers, int result, Position position) {
        this.builtin = builtin;
        this.answers = answers;
        this.result = result;
        this.position = position;
    }

    /** Returns the answer, or null if it, or an operand, is undefined. */
    abstract @Nullable RegoValue answer(Run run, @Nullable RegoValue[] locals);

    @Override
    final int run(Run run, @Nullable RegoValue[] locals) {
        RegoValue answer;
        try {
            answer = answer(run, locals);
        } catch (BuiltinError e) {
            answer = BuiltinCall.failed(run, builtin.name(), position, e);
        }
        if (answers) {
            locals[result] = answer;
        }
        return answer == null && answers ? Signal.UNDEFINED : Signal.NEXT;
    }

    public static BuiltinNode of(Builtin builtin, boolean answers, Source[] operands, int result, Position position) {
        return switch (builtin.function()) {
            case BuiltinFunction.Nullary body -> new Nullary(builtin, body, answers, result, position);
            case BuiltinFunction.Unary body -> new Unary(builtin, body, answers, operands, result, position);
            case BuiltinFunction.Binary body -> new Binary(builtin, body, answers, operands, result, position);
            case BuiltinFunction.Ternary body -> new Ternary(builtin, body, answers, operands, result, position);
            case BuiltinFunction.Variadic body -> new Variadic(builtin, body, answers, operands, result, position);
        };
    }

    private static final class Nullary extends BuiltinNode {
        private final BuiltinFunction.Nullary body;

        Nullary(Builtin builtin, BuiltinFunction.Nullary body, boolean answers, int result, Position position) {
            super(builtin, answers, result, position);
            this.body = body;
        }

        @Override
        @Nullable
        RegoValue answer(Run run, @Nullable RegoValue[] locals) {
            return body.call(run.context);
        }
    }

    private static final class Unary extends BuiltinNode {
        private final BuiltinFunction.Unary body;
        private final Source first;

        Unary(Builtin builtin, BuiltinFunction.Unary body, boolean answers, Source[] from, int result, Position at) {
            super(builtin, answers, result, at);
            this.body = body;
            this.first = from[0];
        }

        @Override
        @Nullable
        RegoValue answer(Run run, @Nullable RegoValue[] locals) {
            RegoValue a = first.read(locals);
            return a == null ? null : body.call(run.context, a);
        }
    }

    private static final class Binary extends BuiltinNode {
        private final BuiltinFunction.Binary body;
        private final Source first;
        private final Source second;

        Binary(Builtin builtin, BuiltinFunction.Binary body, boolean answers, Source[] from, int result, Position at) {
            super(builtin, answers, result, at);
            this.body = body;
            this.first = from[0];
            this.second = from[1];
        }

        @Override
        @Nullable
        RegoValue answer(Run run, @Nullable RegoValue[] locals) {
            RegoValue a = first.read(locals);
            RegoValue b = second.read(locals);
            return a == null || b == null ? null : body.call(run.context, a, b);
        }
    }

    private static final class Ternary extends BuiltinNode {
        private final BuiltinFunction.Ternary body;
        private final Source first;
        private final Source second;
        private final Source third;

        Ternary(
                Builtin builtin,
                BuiltinFunction.Ternary body,
                boolean answers,
                Source[] from,
                int result,
                Position at) {
            super(builtin, answers, result, at);
            this.body = body;
            this.first = from[0];
            this.second = from[1];
            this.third = from[2];
        }

        @Override
        @Nullable
        RegoValue answer(Run run, @Nullable RegoValue[] locals) {
            RegoValue a = first.read(locals);
            RegoValue b = second.read(locals);
            RegoValue c = third.read(locals);
            return a == null || b == null || c == null ? null : body.call(run.context, a, b, c);
        }
    }

    private static final class Variadic extends BuiltinNode {
        private final BuiltinFunction.Variadic body;
        private final Source[] operands;

        Variadic(
                Builtin builtin,
                BuiltinFunction.Variadic body,
                boolean answers,
                Source[] operands,
                int result,
                Position position) {
            super(builtin, answers, result, position);
            this.body = body;
            this.operands = operands;
        }

        @Override
        @Nullable
        RegoValue answer(Run run, @Nullable RegoValue[] locals) {
            RegoValue[] values = new RegoValue[operands.length];
            for (int i = 0; i < values.length; i++) {
                RegoValue value = operands[i].read(locals);
                if (value == null) {
                    return null;
                }
                values[i] = value;
            }
            return body.call(run.context, values);
        }
    }
}
