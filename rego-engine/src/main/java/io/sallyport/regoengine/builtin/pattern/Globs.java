package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code glob.*} family; patterns are those of gobwas/glob 1.0.0, which OPA 1.22 uses. */
public final class Globs {
    public static final List<Builtin> ALL =
            List.of(Builtin.ternary("glob.match", Globs::match), Builtin.unary("glob.quote_meta", Globs::quoteMeta));

    private static final String SPECIAL = "*?\\[]{}";

    /** The cost of compiling, in steps per character of the pattern. */
    private static final int STEPS_PER_CHAR = 8;

    private Globs() {}

    /** A glob compiled to an equivalent expression. */
    private record Glob(TextMatcher whole) {}

    /** The linear pattern of a glob, stored with its text. */
    private record Prepared(String separators, LinearPattern linear) {}

    private static RegoValue match(BuiltinContext context, RegoValue pattern, RegoValue delimiters, RegoValue text) {
        RegoString glob = Operands.string(pattern, 1);
        String separators = separators(delimiters);
        String matched = Operands.text(text, 3);
        return RegoBoolean.of(matcher(context, glob, separators).isFoundIn(matched, context.fuel()));
    }

    /**
     * Returns the matcher. A linear pattern costs little; unless it is a constant of the program, it is charged at each
     * call, although it is compiled once.
     */
    private static TextMatcher matcher(BuiltinContext context, RegoString glob, String separators) {
        String source = glob.text();
        LinearPattern linear = linear(glob, separators);
        if (linear == null) {
            return large(context, source, separators);
        }
        if (!context.matchers().isConstant(source)) {
            context.fuel().steps(LinearPattern.cost(source));
        }
        return linear;
    }

    private static @Nullable LinearPattern linear(RegoString glob, String separators) {
        if (glob.prepared() instanceof Prepared known && known.separators.equals(separators)) {
            return known.linear;
        }
        LinearPattern made = LinearReader.ofGlob(glob.text(), separators);
        if (made != null) {
            glob.prepare(new Prepared(separators, made));
        }
        return made;
    }

    private static TextMatcher large(BuiltinContext context, String source, String separators) {
        long cost = 200 + (long) STEPS_PER_CHAR * source.length();
        return context.matchers()
                .matcher(Glob.class, source, separators, cost, context.fuel(), () -> compile(source, separators))
                .whole;
    }

    private static Glob compile(String source, String separators) {
        return new Glob(regex(source, separators));
    }

    /**
     * A translated glob contains no newline or alternative outside of a group, so anchors apply to the whole
     * expression.
     */
    private static Regex regex(String source, String separators) {
        return Regex.compile(
                "(?s)^(?:" + GlobTranslation.expression(source, separators).substring(4) + ")$");
    }

    /** Null means no separators, and no delimiters mean a dot. */
    private static String separators(RegoValue delimiters) {
        if (delimiters instanceof RegoNull) {
            return "";
        }
        if (!(delimiters instanceof RegoArray array)) {
            throw BuiltinError.operand(2, delimiters, "array, null");
        }
        if (array.size() == 1) {
            return character(array, array.get(0));
        }
        StringBuilder separators = new StringBuilder();
        for (int i = 0; i < array.size(); i++) {
            separators.append(character(array, array.get(i)));
        }
        return separators.isEmpty() ? "." : separators.toString();
    }

    private static String character(RegoArray delimiters, RegoValue element) {
        if (!(element instanceof RegoString string)) {
            throw BuiltinError.element(2, delimiters, element, "string");
        }
        if (string.text().codePointCount(0, string.text().length()) != 1) {
            throw BuiltinError.element(2, delimiters, element, "rune");
        }
        return string.text();
    }

    private static RegoValue quoteMeta(BuiltinContext context, RegoValue pattern) {
        String text = Operands.text(pattern, 1);
        context.fuel().makeText(2L * text.length());
        StringBuilder quoted = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (SPECIAL.indexOf(text.charAt(i)) >= 0) {
                quoted.append('\\');
            }
            quoted.append(text.charAt(i));
        }
        return RegoString.of(quoted.toString());
    }
}
