package io.sallyport.regoengine.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A Rego number, exact at any size. Immutable.
 *
 * <p>Integers that fit are stored as a {@code long}; all others as a decimal together with their original text, because
 * OPA writes a number as it was read ({@code 1.0} stays {@code 1.0}, and equals {@code 1}).
 */
public final class RegoNumber implements RegoValue {
    private static final int CACHED_FROM = -128;
    private static final RegoNumber[] CACHED = cached(1024);

    private final long small;
    private final @Nullable BigDecimal decimal;
    private final String text;

    private RegoNumber(long small) {
        this.small = small;
        this.decimal = null;
        this.text = "";
    }

    private RegoNumber(BigDecimal decimal, String text) {
        this.small = 0;
        this.decimal = decimal;
        this.text = text;
    }

    public static RegoNumber of(long value) {
        return value >= CACHED_FROM && value < CACHED_FROM + CACHED.length
                ? CACHED[(int) (value - CACHED_FROM)]
                : new RegoNumber(value);
    }

    public static RegoNumber of(BigInteger value) {
        return value.bitLength() < Long.SIZE
                ? of(value.longValue())
                : new RegoNumber(new BigDecimal(value), value.toString());
    }

    /**
     * Parses {@code text}, in JSON's grammar.
     *
     * @throws NumberFormatException if it is not a number or too large ({@link NumberText})
     */
    public static RegoNumber parse(String text) {
        return NumberText.isPlainLong(text) ? of(Long.parseLong(text)) : new RegoNumber(NumberText.parse(text), text);
    }

    /** Returns whether this is written as an integer and fits into a {@code long}; false for {@code 1.0}. */
    public boolean isLong() {
        return decimal == null;
    }

    /** Returns the value if {@link #isLong}, else 0. */
    public long longValue() {
        return small;
    }

    /** Returns the exact value. */
    public BigDecimal decimal() {
        return decimal == null ? BigDecimal.valueOf(small) : decimal;
    }

    /** Returns the JSON text. */
    public String text() {
        return decimal == null ? Long.toString(small) : text;
    }

    @Override
    public RegoKind kind() {
        return RegoKind.NUMBER;
    }

    @Override
    public int weight() {
        return 1 + (text.length() >> 6);
    }

    @Override
    public int compareTo(RegoValue other) {
        if (!(other instanceof RegoNumber that)) {
            return kind().compareTo(other.kind());
        }
        return decimal == null && that.decimal == null
                ? Long.compare(small, that.small)
                : decimal().compareTo(that.decimal());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof RegoNumber that)) {
            return false;
        }
        if (decimal == null && that.decimal == null) {
            return small == that.small;
        }
        return decimal().compareTo(that.decimal()) == 0;
    }

    /** Equal numbers have equal hashes: that of the nearest double. */
    @Override
    public int hashCode() {
        return Double.hashCode(decimal == null ? (double) small : decimal.doubleValue() + 0.0);
    }

    @Override
    public String toString() {
        return text();
    }

    private static RegoNumber[] cached(int count) {
        RegoNumber[] numbers = new RegoNumber[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = new RegoNumber(CACHED_FROM + i);
        }
        return numbers;
    }
}
