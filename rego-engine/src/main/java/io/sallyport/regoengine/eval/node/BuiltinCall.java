package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.RunFailure;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Calls builtins for compiled code; returns null if the builtin, or an operand, is undefined. */
final class BuiltinCall {
    private BuiltinCall() {}

    static @Nullable RegoValue call(Run run, BuiltinFunction.Nullary body, String name, Position position) {
        try {
            return body.call(run.context);
        } catch (BuiltinError e) {
            return failed(run, name, position, e);
        }
    }

    static @Nullable RegoValue call(
            Run run, BuiltinFunction.Unary body, @Nullable RegoValue a, String name, Position position) {
        if (a == null) {
            return null;
        }
        try {
            return body.call(run.context, a);
        } catch (BuiltinError e) {
            return failed(run, name, position, e);
        }
    }

    static @Nullable RegoValue call(
            Run run,
            BuiltinFunction.Binary body,
            @Nullable RegoValue a,
            @Nullable RegoValue b,
            String name,
            Position position) {
        if (a == null || b == null) {
            return null;
        }
        try {
            return body.call(run.context, a, b);
        } catch (BuiltinError e) {
            return failed(run, name, position, e);
        }
    }

    static @Nullable RegoValue call(
            Run run,
            BuiltinFunction.Ternary body,
            @Nullable RegoValue a,
            @Nullable RegoValue b,
            @Nullable RegoValue c,
            String name,
            Position position) {
        if (a == null || b == null || c == null) {
            return null;
        }
        try {
            return body.call(run.context, a, b, c);
        } catch (BuiltinError e) {
            return failed(run, name, position, e);
        }
    }

    static @Nullable RegoValue call(
            Run run, BuiltinFunction.Variadic body, RegoValue[] operands, String name, Position position) {
        if (anyUndefined(operands)) {
            return null;
        }
        try {
            return body.call(run.context, operands);
        } catch (BuiltinError e) {
            return failed(run, name, position, e);
        }
    }

    private static boolean anyUndefined(@Nullable RegoValue[] operands) {
        for (RegoValue operand : operands) {
            if (operand == null) {
                return true;
            }
        }
        return false;
    }

    /** Handles an error: the result is undefined, or the run ends if errors are strict. */
    static @Nullable RegoValue failed(Run run, String name, Position position, BuiltinError error) {
        if (run.strictErrors) {
            FailureKind kind = error.isWrongKind() ? FailureKind.TYPE : FailureKind.BUILTIN;
            throw new RunFailure(kind, name + ": " + error.getMessage(), position);
        }
        return null;
    }
}
