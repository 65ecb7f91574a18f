package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.number.BinaryFloats;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Resolves plain scalars like Go's yaml.v3: the core schema of YAML 1.2, with octal and binary numbers of YAML 1.1. */
final class YamlScalars {
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
    private static final Set<String> FALSE = Set.of("false", "False", "FALSE");

    /** Not JSON numbers; Go's encoder refuses them. */
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    /** Booleans of YAML 1.1, which other parsers still recognize. */
    private static final Set<String> OLD_BOOLEANS =
            Set.of("y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF");

    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?");
    private static final Pattern INTEGER = Pattern.compile("([-+]?)(0b|0o|0x|0(?=[0-7_]))?([0-9a-fA-F][0-9a-fA-F_]*)");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?");

    /** The maximum digits of a number; a longer plain scalar is a string. */
    private static final int MAX_DIGITS = 400;

    private YamlScalars() {}

    static RegoValue value(String text) {
        if (NULLS.contains(text)) {
            return RegoNull.NULL;
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return RegoBoolean.of(TRUE.contains(text));
        }
        if (NOT_FINITE.matcher(text).matches()) {
            throw new BuiltinError("json: unsupported value: " + text);
        }
        return text.length() > MAX_DIGITS ? RegoString.of(text) : numberOrText(text);
    }

    private static RegoValue numberOrText(String text) {
        var integer = INTEGER.matcher(text);
        if (integer.matches()) {
            int radix = radix(integer.group(2));
            String digits = integer.group(3).replace("_", "");
            if (digits.chars().allMatch(digit -> Character.digit(digit, radix) >= 0)) {
                BigInteger value = new BigInteger(digits, radix);
                return RegoNumber.of(integer.group(1).equals("-") ? value.negate() : value);
            }
        }
        return FLOAT.matcher(text).matches() ? binary(text) : RegoString.of(text);
    }

    private static int radix(@Nullable String prefix) {
        return switch (prefix) {
            case null -> 10;
            case "0b" -> 2;
            case "0x" -> 16;
            default -> 8;
        };
    }

    /** Returns the text rounded to a binary double, or as a string if it is out of range. */
    private static RegoValue binary(String text) {
        double rounded = Double.parseDouble(text);
        return Double.isInfinite(rounded)
                ? RegoString.of(text)
                : RegoNumber.parse(BinaryFloats.text(BigDecimal.valueOf(rounded)));
    }

    /** Returns whether a plain scalar with this text would not be read as a string, here or by an older parser. */
    static boolean needsQuotes(String text) {
        return OLD_BOOLEANS.contains(text)
                || text.equals("<<")
                || DATE.matcher(text).matches()
                || NOT_FINITE.matcher(text).matches()
                || !(value(text) instanceof RegoString);
    }
}
