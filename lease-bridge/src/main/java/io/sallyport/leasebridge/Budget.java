package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is left of a budget, by currency: exact decimals whose scale is kept, which may go below zero. Names of currencies
 * are case-sensitive. Immutable.
 *
 * @param remaining currency to what is left; empty where there is no budget, and so no budget check
 */
public record Budget(Map<String, BigDecimal> remaining) {
    public Budget {
        remaining = Collections.unmodifiableMap(new LinkedHashMap<>(remaining));
    }

    /** Whether any counter is at zero or below, which blocks every gated operation. */
    public boolean isExhausted() {
        return remaining.values().stream().anyMatch(left -> left.signum() <= 0);
    }

    /** After that spending, also where it goes below zero; a currency that the budget lacks spends nothing. */
    public Budget spend(CostMetric metric) {
        return remaining.containsKey(metric.currency()) ? less(metric.currency(), metric.amount()) : this;
    }

    /** Whether that much may be set aside: it is there, and no counter is at zero. */
    public boolean canReserve(String currency, BigDecimal amount) {
        BigDecimal left = remaining.get(currency);
        return left != null && amount.signum() >= 0 && !isExhausted() && amount.compareTo(left) <= 0;
    }

    /**
     * With that much set aside.
     *
     * @throws IllegalArgumentException if {@link #canReserve} says no
     */
    public Budget reserve(String currency, BigDecimal amount) {
        if (!canReserve(currency, amount)) {
            throw new IllegalArgumentException("reserve: " + currency + " (expected: at most what is left)");
        }
        return less(currency, amount);
    }

    private Budget less(String currency, BigDecimal amount) {
        Map<String, BigDecimal> next = new LinkedHashMap<>(remaining);
        next.computeIfPresent(currency, (_, left) -> left.subtract(amount));
        return new Budget(next);
    }
}
