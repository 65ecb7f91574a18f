package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.builtin.number.Arithmetic;
import io.sallyport.regoengine.builtin.number.BinaryFloats;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Functions that search and split strings. Positions and lengths count code points. */
public final class Strings {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("contains", (context, a, b) -> holds(context, a, b, String::contains)),
            Builtin.binary("startswith", (context, a, b) -> holds(context, a, b, String::startsWith)),
            Builtin.binary("endswith", (context, a, b) -> holds(context, a, b, String::endsWith)),
            Builtin.binary("strings.any_prefix_match", (context, a, b) -> anyMatch(context, a, b, String::startsWith)),
            Builtin.binary("strings.any_suffix_match", (context, a, b) -> anyMatch(context, a, b, String::endsWith)),
            Builtin.binary("strings.count", Strings::count),
            Builtin.binary("indexof", Strings::indexOf),
            Builtin.binary("indexof_n", Strings::indexOfAll),
            Builtin.ternary("substring", Strings::substring),
            Builtin.binary("split", Strings::split),
            Builtin.ternary("strings.split_n", Strings::splitSome),
            Builtin.binary("concat", Strings::concat),
            Builtin.binary("format_int", Strings::formatInt));

    private Strings() {}

    private static RegoBoolean holds(
            BuiltinContext context, RegoValue a, RegoValue b, BiPredicate<String, String> claim) {
        String text = Operands.text(a, 1);
        String part = Operands.text(b, 2);
        context.fuel().read(text.length());
        return RegoBoolean.of(claim.test(text, part));
    }

    private static RegoBoolean anyMatch(
            BuiltinContext context, RegoValue a, RegoValue b, BiPredicate<String, String> claim) {
        RegoArray texts = texts(a, 1);
        RegoArray parts = texts(b, 2);
        for (int i = 0; i < texts.size(); i++) {
            for (int j = 0; j < parts.size(); j++) {
                String part = Operands.text(parts.get(j), 2);
                context.fuel().read(part.length());
                if (claim.test(Operands.text(texts.get(i), 1), part)) {
                    return RegoBoolean.TRUE;
                }
            }
        }
        return RegoBoolean.FALSE;
    }

    /** Returns one string, or an array or set of strings, all of them checked. */
    private static RegoArray texts(RegoValue operand, int position) {
        if (operand instanceof RegoString string) {
            return RegoArray.of(string);
        }
        if (!(operand instanceof RegoArray) && !(operand instanceof RegoSet)) {
            throw BuiltinError.operand(position, operand, "string, set, array");
        }
        RegoArray elements = Sets.elements(operand, position);
        for (int i = 0; i < elements.size(); i++) {
            if (!(elements.get(i) instanceof RegoString)) {
                throw BuiltinError.element(position, operand, elements.get(i), "string");
            }
        }
        return elements;
    }

    /** Counts occurrences that do not overlap; the empty string occurs before and after each code point. */
    private static RegoNumber count(BuiltinContext context, RegoValue a, RegoValue b) {
        String text = Operands.text(a, 1);
        String part = Operands.text(b, 2);
        context.fuel().read(text.length());
        if (part.isEmpty()) {
            return RegoNumber.of(text.codePointCount(0, text.length()) + 1L);
        }
        int found = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            found++;
        }
        return RegoNumber.of(found);
    }

    private static RegoNumber indexOf(BuiltinContext context, RegoValue a, RegoValue b) {
        String text = Operands.text(a, 1);
        int at = text.indexOf(searched(b));
        context.fuel().read(text.length());
        return RegoNumber.of(at < 0 ? -1 : text.codePointCount(0, at));
    }

    private static RegoArray indexOfAll(BuiltinContext context, RegoValue a, RegoValue b) {
        String text = Operands.text(a, 1);
        String part = searched(b);
        context.fuel().read(text.length());
        RegoArray found = RegoArray.growing(4);
        int place = 0;
        int from = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            context.fuel().makeValues(1);
            context.fuel().read(part.length());
            place += text.codePointCount(from, at);
            from = at;
            found.append(RegoNumber.of(place));
        }
        return found;
    }

    private static String searched(RegoValue operand) {
        String part = Operands.text(operand, 2);
        if (part.isEmpty()) {
            throw new BuiltinError("empty search character");
        }
        return part;
    }

    /** A negative length means the rest of the string. */
    private static RegoString substring(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        String text = Operands.text(a, 1);
        long start = Operands.integer(b, 2);
        long length = Operands.integer(c, 3);
        if (start < 0) {
            throw new BuiltinError("negative offset");
        }
        context.fuel().makeText(text.length());
        int points = text.codePointCount(0, text.length());
        if (start >= points) {
            return RegoString.EMPTY;
        }
        long kept = length < 0 ? points - start : Math.min(length, points - start);
        int from = text.offsetByCodePoints(0, (int) start);
        return RegoString.of(text.substring(from, text.offsetByCodePoints(from, (int) kept)));
    }

    private static RegoArray split(BuiltinContext context, RegoValue a, RegoValue b) {
        return parts(context, Operands.text(a, 1), Operands.text(b, 2));
    }

    /** Returns the first {@code n} parts, or the last ones if {@code n} is negative. */
    private static RegoArray splitSome(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        RegoArray all = parts(context, Operands.text(a, 1), Operands.text(b, 2));
        long n = Operands.integer(c, 3);
        return n >= 0
                ? all.slice(0, (int) Math.min(n, all.size()))
                : all.slice((int) Math.max(all.size() + n, 0), all.size());
    }

    private static RegoArray parts(BuiltinContext context, String text, String delimiter) {
        context.fuel().makeText(text.length());
        RegoArray parts = RegoArray.growing(4);
        if (delimiter.isEmpty()) {
            text.codePoints().forEach(point -> append(context, parts, Character.toString(point)));
            return parts;
        }
        int from = 0;
        for (int at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, from)) {
            append(context, parts, text.substring(from, at));
            from = at + delimiter.length();
        }
        append(context, parts, text.substring(from));
        return parts;
    }

    private static void append(BuiltinContext context, RegoArray parts, String part) {
        context.fuel().makeValues(1);
        parts.append(RegoString.of(part));
    }

    private static RegoString concat(BuiltinContext context, RegoValue a, RegoValue b) {
        String delimiter = Operands.text(a, 1);
        RegoArray parts = Sets.elements(b, 2);
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            if (!(parts.get(i) instanceof RegoString part)) {
                throw BuiltinError.element(2, b, parts.get(i), "string");
            }
            context.fuel().makeText((long) delimiter.length() + part.text().length());
            joined.append(i == 0 ? "" : delimiter).append(part.text());
        }
        return RegoString.of(joined.toString());
    }

    /** Truncates fractions, as OPA does. */
    private static RegoString formatInt(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoNumber number = Operands.number(a, 1);
        int radix = radix(Operands.number(b, 2));
        if (number.isLong()) {
            context.fuel().step();
            return RegoString.of(Long.toString(number.longValue(), radix));
        }
        context.fuel().makeText(number.text().length());
        @Nullable BigInteger exact = Arithmetic.integer(number);
        BigDecimal cut = BinaryFloats.round(number.decimal()).setScale(0, RoundingMode.DOWN);
        return RegoString.of((exact == null ? cut.toBigInteger() : exact).toString(radix));
    }

    private static int radix(RegoNumber base) {
        return switch (base.text()) {
            case "2" -> 2;
            case "8" -> 8;
            case "10" -> 10;
            case "16" -> 16;
            default -> throw BuiltinError.operand(2, "must be one of {2, 8, 10, 16}");
        };
    }
}
