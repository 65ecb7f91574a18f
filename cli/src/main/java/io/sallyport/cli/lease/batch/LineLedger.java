package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.decision.ledger.Ledger;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The accounts of one line, in a separate ledger. */
final class LineLedger {
    private final Ledger ledger = new Ledger();

    /** Returns an account with these remaining amounts, which may be negative, or without a budget if null. */
    Account holding(@Nullable Map<String, BigDecimal> left) throws UnreadableLine {
        Map<String, BigDecimal> granted = new LinkedHashMap<>();
        Map<String, BigDecimal> overspent = new LinkedHashMap<>();
        for (Map.Entry<String, BigDecimal> entry : (left == null ? Map.<String, BigDecimal>of() : left).entrySet()) {
            granted.put(entry.getKey(), entry.getValue().max(BigDecimal.ZERO));
            overspent.put(entry.getKey(), entry.getValue().min(BigDecimal.ZERO).negate());
        }
        Account account = ledger.open("parent", null);
        if (granted.size() > Account.MAX_CURRENCIES) {
            throw new UnreadableLine("a sandbox names at most " + Account.MAX_CURRENCIES + " currencies in its life");
        }
        account.restore(overspent);
        account.grant(granted);
        return account;
    }

    /** Returns the account of a child with that budget, or null if the parent has too little left. */
    @Nullable
    Account child(Account parent, @Nullable Map<String, BigDecimal> budget) {
        Account child = ledger.open("child", parent);
        return child.grant(budget == null ? Map.of() : budget) instanceof BudgetGrant.Granted ? child : null;
    }
}
