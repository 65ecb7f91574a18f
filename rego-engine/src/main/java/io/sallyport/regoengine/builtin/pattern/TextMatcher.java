package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoString;
import org.jspecify.annotations.Nullable;

/** A compiled expression that can be searched for in a text. Safe for concurrent use. */
public sealed interface TextMatcher permits LinearPattern, Regex {
    boolean isFoundIn(String text, Fuel fuel);

    /** The linear pattern of an expression, stored with its text; null if it is not linear. */
    record Prepared(@Nullable LinearPattern linear) {}

    /**
     * Returns the matcher of {@code expression}. A linear one costs little; unless it is a constant of the program, it
     * is charged at each call, although it is compiled once.
     */
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

    /** Compiles {@code source} for a caller that keeps the result. */
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
