package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.function.Function;

/**
 * What is made of an operand before it can be used (a schema), or why it cannot. It is made once in an evaluation, and of
 * a text that stands in the program once for all of them, within a bound of its own.
 */
public sealed interface Prepared {
    /** Steps that preparing a text of the program may take; no evaluation pays for them. */
    long CONSTANT_STEPS = 20_000_000;

    /** Bytes that it may take. */
    long CONSTANT_BYTES = 64L << 20;

    record Ready(Object value) implements Prepared {}

    record Failed(BuiltinError error) implements Prepared {}

    /** What {@code make} makes of {@code operand}; a {@link BuiltinError} where it cannot. */
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
