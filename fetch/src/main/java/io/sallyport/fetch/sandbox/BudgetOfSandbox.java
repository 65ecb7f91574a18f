package io.sallyport.fetch.sandbox;

import io.sallyport.decision.ledger.Account;
import io.sallyport.fetch.FetchBudget;
import java.math.BigDecimal;

/** Charges the account of a sandbox and those of its ancestors. */
public record BudgetOfSandbox(Account account) implements FetchBudget {
    @Override
    public boolean takeRequest() {
        return account.takeRequest();
    }

    @Override
    public void spendBytes(long bytes) {
        if (bytes > 0) {
            account.spend(Account.BYTES, BigDecimal.valueOf(bytes));
        }
    }
}
