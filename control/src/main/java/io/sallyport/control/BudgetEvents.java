package io.sallyport.control;

import io.sallyport.decision.ledger.Balance;
import io.sallyport.model.SandboxId;

/** Hears {@code cost.budget.remaining}; returns at once. */
@FunctionalInterface
public interface BudgetEvents {
    void remaining(SandboxId sandbox, Balance balance);
}
