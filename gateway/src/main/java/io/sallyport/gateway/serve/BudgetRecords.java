package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.ChangeKind;
import io.sallyport.decision.ledger.Balance;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/**
 * Records {@code cost.budget.remaining} in the audit log: kind {@code lifecycle}, the currency as the rule, the value
 * as the detail.
 */
record BudgetRecords(AuditLog audit, InstantSource clock) implements BiConsumer<SandboxId, Balance> {
    @Override
    public void accept(SandboxId sandbox, Balance balance) {
        boolean usedUp = balance.remaining().signum() <= 0;
        audit.append(AuditEvent.begin(audit.nextId(), clock.millis())
                .sandbox(sandbox.text(), null, -1)
                .rule("cost.budget:" + balance.currency())
                .detail("cost.budget.remaining " + balance.remaining().toPlainString() + " " + balance.currency())
                .change(ChangeKind.LIFECYCLE, usedUp ? ReasonCode.BUDGET_EXHAUSTED : ReasonCode.GRANTED, 0));
    }
}
