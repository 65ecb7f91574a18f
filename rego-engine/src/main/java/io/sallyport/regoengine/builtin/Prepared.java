package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.function.Function;

/**
 * What is derived from an operand before it can be used (such as a schema), or why that fails. It is computed once per
 * evaluation; for a text that is a constant of the program, once for all evaluations, within limits of its own.
 */
public sealed interface Prepared {
    /** The maximum steps to prepare a constant of the program; no evaluation is charged for them. */
    long CONSTANT_STEPS = 20_000_000;

    /** The maximum bytes to prepare a constant of the program. */
    long CONSTANT_BYTES = 64L << 20;

    record Ready(Object value) implements Prepared {}

    record Failed(BuiltinError error) implements Prepared {}

    /** Returns the result of {@code make} for {@code operand}; throws {@link BuiltinError} if that fails. */
    static <T> T of(BuiltinContext context, Class<T> type, RegoValue operand, Function<Fuel, T> make) {
        return switch (find(context, type, operand, make)) {
            case Ready(var value) -> type.cast(value);
            case Failed(var error) -> throw error;
        };
    }

    private static Prepared find(BuiltinContext context, Class<?> type, RegoValue operand, Function<Fuel, ?> make) {
        if (operand instanceof RegoString text && context.matchers().isConstant(text.text())) {
            Fuel own = new Fuel(CONSTANT_STEPS, CONSTANT_BYTES);
            return context.matchers()
                    .matcher(Prepared.class, text.text(), type.getName(), 1, context.fuel(), () -> make(make, own));
        }
        context.fuel().steps(operand.weight());
        return context.keep(Prepared.class, new Key(type, operand), key -> make(make, context.fuel()));
    }

    private static Prepared make(Function<Fuel, ?> make, Fuel fuel) {
        try {
            return new Ready(make.apply(fuel));
        } catch (BuiltinError e) {
            return new Failed(e);
        }
    }

    /** One operand, prepared for one purpose. */
    record Key(Class<?> type, RegoValue operand) {}
}
