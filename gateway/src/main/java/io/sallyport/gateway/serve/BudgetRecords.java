package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditLog;
import io.sallyport.audit.AuditRecord;
import io.sallyport.decision.ledger.Balance;
import io.sallyport.gateway.control.BudgetEvents;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;

/** Records {@code cost.budget.remaining}: kind {@code lifecycle}, the currency in the rule, the value in the detail. */
final class BudgetRecords implements BudgetEvents {
    private final AuditLog audit;
    private final InstantSource clock;

    BudgetRecords(AuditLog audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public void remaining(SandboxId sandbox, Balance balance) {
        boolean usedUp = balance.remaining().signum() <= 0;
        audit.append(new AuditRecord(
                audit.nextId(),
                clock.millis(),
                "lifecycle",
                sandbox.text(),
                null,
                -1,
                usedUp ? ReasonCode.BUDGET_EXHAUSTED : ReasonCode.GRANTED,
                "cost.budget:" + balance.currency(),
                0,
                Mode.ENFORCE,
                false,
                null,
                null,
                0,
                null,
                null,
                null,
                null,
                null,
                -1,
                -1,
                -1,
                "cost.budget.remaining " + balance.remaining().toPlainString() + " " + balance.currency()));
    }
}
