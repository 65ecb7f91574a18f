package io.sallyport.control;

import io.sallyport.control.calls.LeaseControl.LeaseView;
import io.sallyport.control.store.StoredLease;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.model.ReasonCode;
import java.time.Instant;
import java.util.Objects;

/** Shows what control knows of leases. */
final class LeaseViews {
    private LeaseViews() {}

    /** What is kept is a lease. */
    static LeaseView of(Kept kept, EffectiveLease effective) {
        StoredLease lease = Objects.requireNonNull(kept.stored().lease(), "lease");
        Sandbox sandbox = kept.sandbox();
        Account account = sandbox.admission().account();
        Instant end = PolicyChain.of(sandbox).expiresAt();
        return new LeaseView(
                kept.stored().id(),
                state(sandbox),
                Objects.requireNonNullElse(
                        effective.of(kept.stored().documents()).lease(), "{}"),
                end == null ? null : end.toString(),
                account.balances().stream()
                        .map(balance ->
                                balance.currency() + ":" + balance.initial().toPlainString())
                        .toList(),
                account.remaining(),
                kept.stored().documents().parent(),
                lease.subject(),
                lease.sandbox(),
                lease.audience());
    }

    /** {@code active}, {@code expired}, {@code exhausted} or {@code revoked}. */
    static String state(Sandbox sandbox) {
        ReasonCode ended = PolicyChain.of(sandbox).standing();
        if (ended == null) {
            return sandbox.admission().exhausted() == null ? "active" : "exhausted";
        }
        return ended == ReasonCode.LEASE_EXPIRED ? "expired" : "revoked";
    }
}
