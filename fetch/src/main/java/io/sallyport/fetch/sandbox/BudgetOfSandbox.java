package io.sallyport.fetch.sandbox;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.decision.ledger.WaitingCharge;
import io.sallyport.fetch.FetchBudget;
import io.sallyport.model.host.CanonicalHost;

/** Charges the account of a sandbox and those of its ancestors; waits for what other gateways share. */
public record BudgetOfSandbox(Account account) implements FetchBudget {
    @Override
    public Supply takeRequest(CanonicalHost host) {
        return WaitingCharge.takeRequest(account, host);
    }

    @Override
    public void spendBytes(CanonicalHost host, long bytes) {
        if (bytes > 0) {
            account.spendBytes(host, bytes);
        }
    }
}
