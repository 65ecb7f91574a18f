package io.sallyport.regoengine.builtin.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.number.BinaryFloats;
import io.sallyport.regoengine.value.RegoString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The verbs of {@link Sprintf} for integers, floats and strings, formatted like Go. */
final class FormatVerbs {
    /** The default number of digits after the point. */
    private static final int BY_DEFAULT = 6;

    /** No double has more digits after its point; the rest are zeros, which need not be computed. */
    private static final int MOST_DIGITS = 1_074;

    private FormatVerbs() {}

    /** Returns the formatted argument, or null if the verb does not apply to it. */
    static @Nullable String format(FormatSpec spec, int verb, Object argument) {
        if (verb == 'T') {
            return spec.padded(typeName(argument), false);
        }
        return switch (argument) {
            case Long number -> integer(spec, verb, BigInteger.valueOf(number), false);
            case BigInteger number -> integer(spec, verb, number, true);
            case Double number -> floating(spec, verb, number);
            default -> text(spec, verb, argument.toString());
        };
    }

    private static String typeName(Object argument) {
        return switch (argument) {
            case Long _ -> "int64";
            case BigInteger _ -> "*big.Int";
            case Double _ -> "float64";
            default -> "string";
        };
    }

    private static @Nullable String integer(FormatSpec spec, int verb, BigInteger number, boolean big) {
        return switch (verb) {
            case 'd', 'v' -> radix(spec, number, 10, "");
            case 's' -> big ? radix(spec, number, 10, "") : null;
            case 'b' -> radix(spec, number, 2, "0b");
            case 'o' -> radix(spec, number, 8, "0");
            case 'O' -> radix(spec, number, 8, "0o");
            case 'x' -> radix(spec, number, 16, "0x");
            case 'X' -> upper(radix(spec, number, 16, "0x"));
            case 'c' -> big ? null : spec.padded(point(number), false);
            case 'q' -> big ? null : spec.padded("'" + point(number) + "'", false);
            case 'U' -> big ? null : spec.padded("U+%04X".formatted(number.longValue()), false);
            default -> null;
        };
    }

    private static String radix(FormatSpec spec, BigInteger number, int radix, String prefix) {
        if (spec.precision() == 0 && number.signum() == 0) {
            return spaced(spec, ""); // Go prints nothing, not even the sign
        }
        String digits = number.abs().toString(radix);
        String filled = "0".repeat(Math.max(0, spec.precision() - digits.length())) + digits;
        String body = sign(spec, number.signum() < 0) + (spec.sharp() ? prefix : "") + filled;
        return spec.precision() >= 0 ? spaced(spec, body) : spec.padded(body, true);
    }

    /** A precision disables padding with zeros. */
    private static String spaced(FormatSpec spec, String body) {
        int missing = spec.width() - body.length();
        String fill = " ".repeat(Math.max(0, missing));
        return spec.minus() ? body + fill : fill + body;
    }

    private static @Nullable String floating(FormatSpec spec, int verb, double number) {
        String body = body(spec, verb, Math.abs(number));
        boolean negative = number < 0 || (number == 0 && Double.doubleToRawLongBits(number) != 0);
        return body == null ? null : spec.padded(sign(spec, negative) + body, true);
    }

    private static @Nullable String body(FormatSpec spec, int verb, double size) {
        return switch (verb) {
            case 'e' -> exponent(size, spec.precision());
            case 'E' -> upper(exponent(size, spec.precision()));
            case 'f', 'F' -> fixed(size, spec.precision());
            case 'g', 'v' -> general(size, spec.precision());
            case 'G' -> upper(general(size, spec.precision()));
            default -> null;
        };
    }

    private static String exponent(double size, int precision) {
        int wanted = precision < 0 ? BY_DEFAULT : precision;
        int made = Math.min(wanted, MOST_DIGITS);
        String text = String.format(Locale.ROOT, "%." + made + "e", new BigDecimal(size));
        int end = text.indexOf('e');
        return text.substring(0, end) + "0".repeat(wanted - made) + text.substring(end);
    }

    private static String fixed(double size, int precision) {
        int wanted = precision < 0 ? BY_DEFAULT : precision;
        int made = Math.min(wanted, MOST_DIGITS);
        String text =
                new BigDecimal(size).setScale(made, RoundingMode.HALF_EVEN).toPlainString();
        return text + "0".repeat(wanted - made);
    }

    private static String general(double size, int precision) {
        if (size == 0) {
            return "0";
        }
        BigDecimal number = precision < 0
                ? new BigDecimal(Double.toString(size))
                : new BigDecimal(size).round(new MathContext(Math.max(1, precision), RoundingMode.HALF_EVEN));
        return BinaryFloats.general(
                number.stripTrailingZeros(), precision < 0 ? BinaryFloats.SHORTEST : Math.max(1, precision));
    }

    private static @Nullable String text(FormatSpec spec, int verb, String text) {
        return switch (verb) {
            case 's', 'v' -> spec.padded(cut(spec, text), false);
            case 'q' -> spec.padded(RegoString.of(cut(spec, text)).toString(), false);
            case 'x' -> spec.padded(HexFormat.of().formatHex(cut(spec, text).getBytes(UTF_8)), false);
            case 'X' ->
                spec.padded(
                        HexFormat.of().withUpperCase().formatHex(cut(spec, text).getBytes(UTF_8)), false);
            default -> null;
        };
    }

    private static String cut(FormatSpec spec, String text) {
        int points = text.codePointCount(0, text.length());
        return spec.precision() < 0 || spec.precision() >= points
                ? text
                : text.substring(0, text.offsetByCodePoints(0, spec.precision()));
    }

    private static String sign(FormatSpec spec, boolean negative) {
        return negative ? "-" : spec.plus() ? "+" : spec.space() ? " " : "";
    }

    private static String point(BigInteger number) {
        boolean valid = number.bitLength() < 32 && Character.isValidCodePoint(number.intValue());
        return valid ? Character.toString(number.intValue()) : "\uFFFD";
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
