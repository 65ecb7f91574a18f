package io.sallyport.shared;

import io.sallyport.decision.ledger.CurrencyKind;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * In which whole numbers the store counts a currency. Its numbers are exact below 2^53, so that larger amounts count as
 * that much: a budget is cut there, never widened. Immutable.
 *
 * @param scale digits after the point: none of bytes, six of all others
 * @param step of which a slice ahead is a multiple: operations are counted one by one
 */
record CounterUnits(int scale, long step) {
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 52);

    static CounterUnits of(String currency) {
        return switch (CurrencyKind.of(currency)) {
            case BYTES -> new CounterUnits(0, 1);
            case REQUESTS, USES -> new CounterUnits(6, 1_000_000);
            case REPORTED -> new CounterUnits(6, 1);
        };
    }

    /** As much as {@code amount} or more. */
    long up(BigDecimal amount) {
        return whole(amount, RoundingMode.CEILING);
    }

    /** As much as {@code amount} or less. */
    long down(BigDecimal amount) {
        return whole(amount, RoundingMode.FLOOR);
    }

    private long whole(BigDecimal amount, RoundingMode rounding) {
        BigDecimal units = amount.movePointRight(scale).min(MOST).max(BigDecimal.ZERO);
        return units.setScale(0, rounding).longValueExact();
    }

    BigDecimal amount(long units) {
        return BigDecimal.valueOf(units, scale).stripTrailingZeros();
    }
}
