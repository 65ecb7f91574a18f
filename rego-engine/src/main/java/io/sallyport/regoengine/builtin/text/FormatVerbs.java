package io.sallyport.regoengine.builtin.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.number.BinaryFloats;
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

    private static final int MANTISSA_BITS = 52;
    private static final int HEX_DIGITS = MANTISSA_BITS / 4;
    private static final int EXPONENT_BIAS = Double.MAX_EXPONENT;

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
            case 'd', 'v' -> radix(spec, number, 10, "", big);
            case 's' -> big ? radix(spec, number, 10, "", true) : null;
            case 'b' -> radix(spec, number, 2, prefix(spec, "0b"), big);
            case 'o' -> radix(spec, number, 8, prefix(spec, "0"), big);
            case 'O' -> radix(spec, number, 8, spec.sharp() && !big ? "0o0" : "0o", big);
            case 'x' -> radix(spec, number, 16, prefix(spec, "0x"), big);
            case 'X' -> upper(radix(spec, number, 16, prefix(spec, "0x"), big));
            case 'c' -> big ? null : spec.padded(point(number), false);
            case 'q' -> big ? null : spec.padded(GoQuoting.character(point(number), spec.plus()), false);
            case 'U' -> big ? null : spaced(spec, unicode(spec, number));
            default -> null;
        };
    }

    private static String prefix(FormatSpec spec, String prefix) {
        return spec.sharp() ? prefix : "";
    }

    private static String unicode(FormatSpec spec, BigInteger number) {
        String digits = "%04X".formatted(number.longValue());
        String filled = "0".repeat(Math.max(0, spec.precision() - digits.length())) + digits;
        String shown = point(number);
        return "U+" + filled + (spec.sharp() && GoQuoting.isPrintable(shown.codePointAt(0)) ? " '" + shown + "'" : "");
    }

    /** Zeros that fill the width stand behind the prefix; for an {@code int64} the width does not count the prefix. */
    private static String radix(FormatSpec spec, BigInteger number, int radix, String prefix, boolean big) {
        if (spec.precision() == 0 && number.signum() == 0) {
            return spaced(spec, ""); // Go prints nothing, not even the sign
        }
        String sign = sign(spec, number.signum() < 0);
        String digits = number.abs().toString(radix);
        int fill = spec.zero() ? spec.width() - sign.length() - (big ? prefix.length() : 0) : 0;
        int least = spec.precision() < 0 ? fill : spec.precision();
        String filled = "0".repeat(Math.max(0, least - digits.length())) + digits;
        boolean isOctal = prefix.equals("0") && !big && filled.startsWith("0");
        return spaced(spec, sign + (isOctal ? "" : prefix) + filled);
    }

    private static String spaced(FormatSpec spec, String body) {
        int missing = spec.width() - body.length();
        String fill = " ".repeat(Math.max(0, missing));
        return spec.minus() ? body + fill : fill + body;
    }

    private static @Nullable String floating(FormatSpec spec, int verb, double number) {
        String plain = body(spec, verb, Math.abs(number));
        String body = plain != null && spec.sharp() && verb != 'v' && verb != 'b' ? sharp(spec, verb, plain) : plain;
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
            case 'b' -> binary(size);
            case 'x' -> hexadecimal(size, spec.precision());
            case 'X' -> upper(hexadecimal(size, spec.precision()));
            default -> null;
        };
    }

    /** Keeps the point, and for {@code g} and {@code x} as many digits as the precision. */
    private static String sharp(FormatSpec spec, int verb, String body) {
        boolean isHex = verb == 'x' || verb == 'X';
        int tail = indexOf(body, isHex ? "pP" : "eE");
        String number = body.substring(0, tail);
        String significant = number.replaceFirst("^[0.]+", "").replace(".", "");
        boolean keeps = verb == 'g' || verb == 'G' || verb == 'x';
        int digits = keeps ? spec.precision() < 0 ? BY_DEFAULT : spec.precision() : 0;
        int missing = digits - significant.length() - (number.equals("0") ? 1 : 0);
        return number + (number.contains(".") ? "" : ".") + "0".repeat(Math.max(0, missing)) + body.substring(tail);
    }

    private static int indexOf(String text, String marks) {
        int at = 0;
        while (at < text.length() && marks.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static String exponent(double size, int precision) {
        int wanted = precision < 0 ? BY_DEFAULT : precision;
        int made = Math.min(wanted, MOST_DIGITS);
        String text = String.format(Locale.ROOT, "%." + made + "e", new BigDecimal(size));
        int end = text.indexOf('e');
        return text.substring(0, end) + "0".repeat(wanted - made) + text.substring(end);
    }

    /** A decimal mantissa and a power of two, such as 4503599627370496p-52. */
    private static String binary(double size) {
        long bits = Double.doubleToRawLongBits(size);
        int exponent = (int) (bits >>> MANTISSA_BITS);
        long mantissa = (bits & ((1L << MANTISSA_BITS) - 1)) | (exponent == 0 ? 0 : 1L << MANTISSA_BITS);
        int power = Math.max(1, exponent) - EXPONENT_BIAS - MANTISSA_BITS;
        return mantissa + "p" + (power < 0 ? "-" : "+") + Math.abs(power);
    }

    /** A hexadecimal mantissa from one to below two and a power of two, such as 0x1.8p+00. */
    private static String hexadecimal(double size, int precision) {
        if (size == 0) {
            return "0x0" + (precision > 0 ? "." + "0".repeat(precision) : "") + "p+00";
        }
        int power = Math.max(Math.getExponent(size), Double.MIN_EXPONENT);
        long mantissa = (long) Math.scalb(size, MANTISSA_BITS - power);
        int missing = MANTISSA_BITS + 1 - (Long.SIZE - Long.numberOfLeadingZeros(mantissa));
        BigDecimal scaled = new BigDecimal(mantissa << missing);
        int exponent = power - missing;
        int cut = precision < 0 ? 0 : Math.max(0, HEX_DIGITS - precision);
        long rounded = scaled.divide(BigDecimal.valueOf(1L << (4 * cut)), 0, RoundingMode.HALF_EVEN)
                .longValueExact();
        String digits = "%x".formatted(rounded);
        int carry = digits.charAt(0) == '2' ? 1 : 0;
        String fraction = carry == 1 ? "0".repeat(digits.length() - 1) : digits.substring(1);
        String shown = precision < 0
                ? fraction.replaceAll("0+$", "")
                : fraction + "0".repeat(Math.max(0, precision - HEX_DIGITS));
        int last = exponent + carry;
        return "0x1" + (shown.isEmpty() ? "" : "." + shown) + "p" + (last < 0 ? "-" : "+")
                + "%02d".formatted(Math.abs(last));
    }

    private static String fixed(double size, int precision) {
        int wanted = precision < 0 ? BY_DEFAULT : precision;
        int made = Math.min(wanted, MOST_DIGITS);
        String text =
                new BigDecimal(size).setScale(made, RoundingMode.HALF_EVEN).toPlainString();
        return text + "0".repeat(wanted - made);
    }

    private static String general(double size, int precision) {
        if (size == 0 || precision < 0) {
            return BinaryFloats.shortest(size);
        }
        int digits = Math.max(1, precision);
        BigDecimal number = new BigDecimal(size).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        return BinaryFloats.general(number.stripTrailingZeros(), digits);
    }

    private static @Nullable String text(FormatSpec spec, int verb, String text) {
        return switch (verb) {
            case 's', 'v' -> spec.padded(cut(spec, text), false);
            case 'q' -> spec.padded(quoted(spec, cut(spec, text)), false);
            case 'x' -> spec.padded(bytes(spec, text), false);
            case 'X' -> spec.padded(upper(bytes(spec, text)), false);
            default -> null;
        };
    }

    private static String quoted(FormatSpec spec, String text) {
        return spec.sharp() && GoQuoting.fitsBackquotes(text) ? "`" + text + "`" : GoQuoting.text(text, spec.plus());
    }

    /** Returns the bytes in hexadecimal; a precision limits them, a space separates them, each then with its prefix. */
    private static String bytes(FormatSpec spec, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        int length = spec.precision() < 0 ? bytes.length : Math.min(bytes.length, spec.precision());
        String prefix = spec.sharp() && length > 0 ? "0x" : "";
        return spec.space()
                ? HexFormat.ofDelimiter(" ").withPrefix(prefix).formatHex(bytes, 0, length)
                : prefix + HexFormat.of().formatHex(bytes, 0, length);
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
