package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an agent reports of its spending, where it counts at all: a metric named {@code cost.*}, but not the echo
 * {@code cost.budget.*}, of a finite amount above zero.
 *
 * @param currency the metric's unit
 * @param amount above zero, at most {@link #MAX_DIGITS} digits on each side of the point
 */
public record CostMetric(String currency, BigDecimal amount) {
    /** Digits before the point, and after it: those of a double, so that what is finite there counts here. */
    static final int MAX_DIGITS = 400;

    private static final int MAX_TEXT = 1_000; // characters of a number
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,4})?");

    /**
     * Reads a metric; null where it spends nothing.
     *
     * @param value a JSON number as text, never through a double; null where the metric has none
     */
    public static @Nullable CostMetric parse(String name, @Nullable String value, @Nullable String unit) {
        if (!name.startsWith("cost.") || isEcho(name) || value == null || unit == null) {
            return null;
        }
        if (value.length() > MAX_TEXT || !NUMBER.matcher(value).matches()) {
            return null;
        }
        BigDecimal amount = new BigDecimal(value);
        boolean isCounted = amount.signum() > 0
                && amount.precision() - (long) amount.scale() <= MAX_DIGITS
                && amount.scale() <= MAX_DIGITS;
        return isCounted ? new CostMetric(unit, amount) : null;
    }

    /** Whether it is what a runtime is told of its budget, told back: it spends nothing, and nothing is wrong with it. */
    public static boolean isEcho(String name) {
        return name.startsWith("cost.budget.");
    }
}
