package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * The body of a function, by its number of operands. It returns {@code null} if the call is undefined and throws {@link
 * BuiltinError} on errors. A body has no state; it may store objects in the context.
 */
public sealed interface BuiltinFunction {
    int arity();

    /** A body without operands. */
    @FunctionalInterface
    non-sealed interface Nullary extends BuiltinFunction {
        @Nullable
        RegoValue call(BuiltinContext context);

        @Override
        default int arity() {
            return 0;
        }
    }

    /** A body with one operand. */
    @FunctionalInterface
    non-sealed interface Unary extends BuiltinFunction {
        @Nullable
        RegoValue call(BuiltinContext context, RegoValue a);

        @Override
        default int arity() {
            return 1;
        }
    }

    /** A body with two operands. */
    @FunctionalInterface
    non-sealed interface Binary extends BuiltinFunction {
        @Nullable
        RegoValue call(BuiltinContext context, RegoValue a, RegoValue b);

        @Override
        default int arity() {
            return 2;
        }
    }

    /** A body with three operands. */
    @FunctionalInterface
    non-sealed interface Ternary extends BuiltinFunction {
        @Nullable
        RegoValue call(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c);

        @Override
        default int arity() {
            return 3;
        }
    }

    /** A body with more operands. */
    non-sealed interface Variadic extends BuiltinFunction {
        @Nullable
        RegoValue call(BuiltinContext context, RegoValue[] operands);
    }
}
