package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * A function that policies may call. Immutable.
 *
 * @param name as written in Rego, such as {@code array.slice}
 */
public record Builtin(String name, BuiltinFunction function) {

    public static Builtin nullary(String name, BuiltinFunction.Nullary function) {
        return new Builtin(name, function);
    }

    public static Builtin unary(String name, BuiltinFunction.Unary function) {
        return new Builtin(name, function);
    }

    public static Builtin binary(String name, BuiltinFunction.Binary function) {
        return new Builtin(name, function);
    }

    public static Builtin ternary(String name, BuiltinFunction.Ternary function) {
        return new Builtin(name, function);
    }

    /** Returns a function of {@code arity} operands, four or more. */
    public static Builtin variadic(String name, int arity, Body function) {
        return new Builtin(name, new Counted(arity, function));
    }

    /** Returns how many operands it takes. */
    public int arity() {
        return function.arity();
    }

    /** The body of a function that takes its operands as an array. */
    @FunctionalInterface
    public interface Body {
        @Nullable
        RegoValue call(BuiltinContext context, RegoValue[] operands);
    }

    private record Counted(int arity, Body body) implements BuiltinFunction.Variadic {
        @Override
        public @Nullable RegoValue call(BuiltinContext context, RegoValue[] operands) {
            return body.call(context, operands);
        }
    }
}
