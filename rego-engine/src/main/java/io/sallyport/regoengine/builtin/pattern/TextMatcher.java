package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoString;
import org.jspecify.annotations.Nullable;

/** An expression, compiled, that is found in a text or not. Safe for concurrent use. */
public sealed interface TextMatcher permits LinearPattern, Regex {
    boolean isFoundIn(String text, Fuel fuel);

    /** An expression as its text keeps it; null where it is none that a linear pattern can be. */
    record Prepared(@Nullable LinearPattern linear) {}

    /** A linear expression costs little, but for a constant of the program each time, though it is made once. */
    static TextMatcher of(BuiltinContext context, RegoString expression) {
        String source = expression.text();
        LinearPattern linear = linear(expression);
        if (linear == null) {
            return Regex.of(context, source);
        }
        if (!context.matchers().isConstant(source)) {
            context.fuel().steps(LinearPattern.cost(source));
        }
        return linear;
    }

    /** {@code source} compiled for the one who asks, who keeps it. */
    static TextMatcher compile(Fuel fuel, String source) {
        LinearPattern linear = LinearReader.ofRegex(source);
        if (linear == null) {
            return Regex.compile(fuel, source);
        }
        fuel.steps(LinearPattern.cost(source));
        return linear;
    }

    private static @Nullable LinearPattern linear(RegoString expression) {
        if (expression.prepared() instanceof Prepared(var known)) {
            return known;
        }
        LinearPattern made = LinearReader.ofRegex(expression.text());
        expression.prepare(new Prepared(made));
        return made;
    }
}
