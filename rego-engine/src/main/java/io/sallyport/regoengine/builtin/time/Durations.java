package io.sallyport.regoengine.builtin.time;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;

/**
 * Parses durations in Go's notation, such as {@code 1h30m}, and in days, weeks and years, as OPA accepts. Confined to
 * one call.
 */
final class Durations {
    private static final int MAX_LENGTH = 1000;
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(63);
    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00B5s", 1_000L,
            "\u03BCs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final Map<String, Integer> HOURS = Map.of("d", 24, "w", 7 * 24, "y", 365 * 24);

    private final String text;
    private int at;
    private BigInteger sum = BigInteger.ZERO;

    private Durations(String text) {
        this.text = text;
    }

    /** Returns nanoseconds. */
    static long parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new BuiltinError("time: invalid duration: longer than " + MAX_LENGTH + " characters");
        }
        return new Durations(text).parse();
    }

    private BuiltinError invalid(String why) {
        return new BuiltinError("time: " + why + " \"" + text + "\"");
    }

    private long parse() {
        boolean negative = text.startsWith("-");
        at = negative || text.startsWith("+") ? 1 : 0;
        if (text.substring(at).equals("0")) {
            return 0;
        }
        if (at == text.length()) {
            throw invalid("invalid duration");
        }
        while (at < text.length()) {
            segment();
        }
        BigInteger signed = negative ? sum.negate() : sum;
        if (signed.bitLength() > 63) {
            throw invalid("invalid duration");
        }
        return signed.longValue();
    }

    private void segment() {
        String digits = run(true);
        String unit = run(false);
        if (digits.chars().noneMatch(c -> c != '.')) {
            throw invalid("invalid duration");
        }
        if (unit.isEmpty()) {
            throw invalid("missing unit in duration");
        }
        Integer hours = HOURS.get(unit);
        if (hours != null) {
            add(hours(digits, hours), 3_600_000_000_000L);
            return;
        }
        Long nanos = UNITS.get(unit);
        if (nanos == null || digits.indexOf('.') != digits.lastIndexOf('.')) {
            throw invalid("unknown unit \"" + unit + "\" in duration");
        }
        add(digits, nanos);
    }

    /** OPA multiplies as a double and writes the hours as text again. */
    private String hours(String digits, int coefficient) {
        try {
            return new BigDecimal(Double.toString(Double.parseDouble(digits) * coefficient)).toPlainString();
        } catch (NumberFormatException e) {
            throw invalid("invalid duration");
        }
    }

    private String run(boolean digits) {
        int from = at;
        while (at < text.length() && isDigit(text.charAt(at)) == digits) {
            at++;
        }
        return text.substring(from, at);
    }

    private static boolean isDigit(char c) {
        return c == '.' || (c >= '0' && c <= '9');
    }

    private void add(String digits, long unit) {
        int dot = digits.indexOf('.');
        String whole = dot < 0 ? digits : digits.substring(0, dot);
        String rest = dot < 0 ? "" : digits.substring(dot + 1);
        BigInteger nanos = whole.isEmpty() ? BigInteger.ZERO : new BigInteger(whole).multiply(BigInteger.valueOf(unit));
        sum = sum.add(nanos).add(BigInteger.valueOf(fraction(rest, unit)));
        if (sum.compareTo(MAX) > 0) {
            throw invalid("invalid duration");
        }
    }

    /** Uses doubles, as Go does; digits that do not fit into a long are dropped. */
    private static long fraction(String digits, long unit) {
        String kept = digits.substring(0, Math.min(18, digits.length()));
        return kept.isEmpty() ? 0 : (long) (Long.parseLong(kept) * (unit / Math.pow(10, kept.length())));
    }
}
