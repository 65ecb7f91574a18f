package io.sallyport.regoengine.wasm;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.LimitExceeded;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions that a module imports from the host, for one evaluation, within its fuel. After the first failure every
 * call is undefined, so that the module runs to its end and can be used again. Confined to one thread.
 */
final class HostBuiltins {
    private final Map<Integer, Builtin> byId;
    private final BuiltinContext context;
    private final boolean strictErrors;
    private @Nullable FailedRun failure;

    HostBuiltins(Map<Integer, Builtin> byId, BuiltinContext context, boolean strictErrors) {
        this.byId = byId;
        this.context = context;
        this.strictErrors = strictErrors;
    }

    /** Returns what ended the evaluation, or null. */
    @Nullable
    FailedRun failure() {
        return failure;
    }

    /** Returns the result, or null if the call is undefined. */
    @Nullable
    RegoValue call(int id, RegoValue... operands) {
        Builtin builtin = byId.get(id);
        if (builtin == null || builtin.arity() != operands.length) {
            failure = FailedRun.because(
                    FailureKind.INTERNAL, "no function " + id + " of " + operands.length + " operands");
        }
        if (builtin == null || failure != null) {
            return null;
        }
        try {
            return call(builtin.function(), operands);
        } catch (BuiltinError e) {
            if (strictErrors) {
                FailureKind kind = e.isWrongKind() ? FailureKind.TYPE : FailureKind.BUILTIN;
                failure = FailedRun.because(kind, builtin.name() + ": " + e.getMessage());
            }
        } catch (LimitExceeded e) {
            failure = FailedRun.because(FailureKind.LIMIT, e.getMessage());
        }
        return null;
    }

    private @Nullable RegoValue call(BuiltinFunction function, RegoValue[] operands) {
        return switch (function) {
            case BuiltinFunction.Nullary body -> body.call(context);
            case BuiltinFunction.Unary body -> body.call(context, operands[0]);
            case BuiltinFunction.Binary body -> body.call(context, operands[0], operands[1]);
            case BuiltinFunction.Ternary body -> body.call(context, operands[0], operands[1], operands[2]);
            case BuiltinFunction.Variadic body -> body.call(context, operands);
        };
    }
}
