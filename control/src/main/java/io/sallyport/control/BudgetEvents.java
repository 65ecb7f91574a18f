package io.sallyport.control;

import io.sallyport.decision.ledger.Balance;
import io.sallyport.model.SandboxId;

/** Receives {@code cost.budget.remaining} events. Implementations return at once. */
@FunctionalInterface
public interface BudgetEvents {
    void remaining(SandboxId sandbox, Balance balance);
}
