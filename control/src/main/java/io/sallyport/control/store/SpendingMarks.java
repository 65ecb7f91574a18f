package io.sallyport.control.store;

import io.sallyport.decision.ledger.Balance;
import io.sallyport.decision.ledger.CurrencyKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The spending recorded on disk. Currencies that the gateway meters itself are recorded somewhat ahead of the actual
 * spending, so that not every request needs a write. A crash costs the sandbox the difference; a regular shutdown
 * writes the exact amount.
 */
public final class SpendingMarks {
    /** The lead is a twentieth of the budget in whole units, up to these limits. */
    private static final BigDecimal MOST_REQUESTS = BigDecimal.valueOf(1_000);

    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(64L * 1024 * 1024);
    private static final BigDecimal PARTS = BigDecimal.valueOf(20);

    private SpendingMarks() {}

    /** Returns whether the recorded amounts are at least the amounts spent. */
    public static boolean cover(Map<String, BigDecimal> written, Map<String, BigDecimal> spent) {
        return spent.entrySet().stream()
                .allMatch(entry ->
                        written.getOrDefault(entry.getKey(), BigDecimal.ZERO).compareTo(entry.getValue()) >= 0);
    }

    public static Map<String, BigDecimal> ahead(Map<String, BigDecimal> spent, List<Balance> balances) {
        var marks = new LinkedHashMap<>(spent);
        for (Balance balance : balances) {
            marks.computeIfPresent(balance.currency(), (currency, amount) -> amount.add(ahead(currency, balance)));
        }
        return marks;
    }

    private static BigDecimal ahead(String currency, Balance balance) {
        BigDecimal part = balance.initial().divide(PARTS, 0, RoundingMode.DOWN);
        return switch (CurrencyKind.of(currency)) {
            case REQUESTS -> part.min(MOST_REQUESTS);
            case BYTES -> part.min(MOST_BYTES);
            case USES, REPORTED -> BigDecimal.ZERO;
        };
    }
}
