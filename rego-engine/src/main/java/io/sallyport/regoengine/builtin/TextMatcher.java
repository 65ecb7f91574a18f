package io.sallyport.regoengine.builtin;

/** An expression, compiled, that is found in a text or not. Safe for concurrent use. */
sealed interface TextMatcher permits LinearPattern, Regex {
    boolean isFoundIn(String text, Fuel fuel);

    /** The expression {@code source}: a constant of the program is compiled once; a linear one costs little each time. */
    static TextMatcher of(BuiltinContext context, String source) {
        if (context.matchers().isConstant(source)) {
            long cost = LinearPattern.cost(source);
            return context.matchers().matcher(TextMatcher.class, source, cost, context.fuel(), TextMatcher::compile);
        }
        LinearPattern linear = LinearReader.ofRegex(source);
        if (linear == null) {
            return Regex.of(context, source);
        }
        context.fuel().steps(LinearPattern.cost(source));
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

    private static TextMatcher compile(String source) {
        LinearPattern linear = LinearReader.ofRegex(source);
        return linear == null ? Regex.compile(source) : linear;
    }
}
