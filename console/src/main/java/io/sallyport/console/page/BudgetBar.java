package io.sallyport.console.page;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * What is left of a budget.
 *
 * @param of the amount of the lease; empty if it is not known, as for a budget of a parent
 * @param percent of the amount that is left, 0 to 100; 100 if the amount is not known
 */
public record BudgetBar(String currency, String left, String of, int percent) {
    /** Reads what is left, and the amounts of the lease in {@code documents}. */
    public static List<BudgetBar> of(AnswerNode sandbox, AnswerNode documents) {
        List<String> amounts = documents.member("lease").texts("cost.budget");
        var bars = new ArrayList<BudgetBar>();
        sandbox.entries("budgets").forEach((currency, left) -> {
            String whole = amounts.stream()
                    .filter(amount -> amount.startsWith(currency + ":"))
                    .map(amount -> amount.substring(currency.length() + 1))
                    .findFirst()
                    .orElse("");
            bars.add(new BudgetBar(currency, left, whole, percent(left, whole)));
        });
        return bars;
    }

    private static int percent(String left, String whole) {
        if (!isDecimal(left) || !isDecimal(whole) || new BigDecimal(whole).signum() <= 0) {
            return 100;
        }
        BigDecimal share =
                new BigDecimal(left).multiply(BigDecimal.valueOf(100)).divide(new BigDecimal(whole), RoundingMode.DOWN);
        return share.max(BigDecimal.ZERO).min(BigDecimal.valueOf(100)).intValue();
    }

    private static boolean isDecimal(String text) {
        return text.matches("-?[0-9]{1,30}(?:\\.[0-9]{1,30})?");
    }
}
