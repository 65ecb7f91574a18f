package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Spending that an agent reports. Only metrics named {@code cost.*} with a finite amount above zero count, and not the
 * echo {@code cost.budget.*}.
 *
 * @param currency the metric's unit
 * @param amount above zero, at most {@link #MAX_DIGITS} digits on each side of the decimal point
 */
public record CostMetric(String currency, BigDecimal amount) {
    /** Limit of digits before and after the decimal point: the range of a double, so that any finite double counts. */
    static final int MAX_DIGITS = 400;

    private static final int MAX_TEXT = 1_000; // limit of a number's length
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,4})?");

    /**
     * Reads a metric; returns null if it spends nothing.
     *
     * @param value a JSON number as text, never converted to a double; null if the metric has none
     */
    public static @Nullable CostMetric parse(String name, @Nullable String value, @Nullable String unit) {
        if (!name.startsWith("cost.") || isEcho(name) || value == null || unit == null) {
            return null;
        }
        if (!BudgetEntry.isCurrency(unit)
                || value.length() > MAX_TEXT
                || !NUMBER.matcher(value).matches()) {
            return null;
        }
        BigDecimal amount = new BigDecimal(value);
        boolean isCounted = amount.signum() > 0
                && amount.precision() - (long) amount.scale() <= MAX_DIGITS
                && amount.scale() <= MAX_DIGITS;
        return isCounted ? new CostMetric(unit, amount) : null;
    }

    /** Returns whether the metric echoes the runtime's budget: it is valid but spends nothing. */
    public static boolean isEcho(String name) {
        return name.startsWith("cost.budget.");
    }
}
