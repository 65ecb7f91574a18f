package io.sallyport.fetch.sandbox;

import io.sallyport.decision.ledger.Account;
import io.sallyport.fetch.FetchBudget;
import io.sallyport.model.host.CanonicalHost;

/** Charges the account of a sandbox and those of its ancestors. */
public record BudgetOfSandbox(Account account) implements FetchBudget {
    @Override
    public boolean takeRequest(CanonicalHost host) {
        return account.takeRequest(host);
    }

    @Override
    public void spendBytes(CanonicalHost host, long bytes) {
        if (bytes > 0) {
            account.spendBytes(host, bytes);
        }
    }
}
