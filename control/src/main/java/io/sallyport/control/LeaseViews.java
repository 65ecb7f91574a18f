package io.sallyport.control;

import io.sallyport.control.calls.LeaseControl.LeaseView;
import io.sallyport.control.store.StoredLease;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.HostCurrency;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.limit.HostCeiling;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Views of leases. */
final class LeaseViews {
    private LeaseViews() {}

    /** Returns the view of {@code state}, which must hold a lease. */
    static LeaseView of(SandboxState state) {
        StoredLease lease = Objects.requireNonNull(state.record().lease(), "lease");
        Sandbox sandbox = state.sandbox();
        Account account = sandbox.admission().account();
        Instant end = PolicyChain.of(sandbox).expiresAt();
        return new LeaseView(
                state.id(),
                state(sandbox),
                Objects.requireNonNullElse(effective(state), "{}"),
                end == null ? null : end.toString(),
                maxUses(account),
                hosts(state.lease()),
                account.balances().stream()
                        .filter(balance -> isBudget(balance.currency()))
                        .map(balance ->
                                balance.currency() + ":" + balance.initial().toPlainString())
                        .toList(),
                account.remaining(),
                state.record().documents().parent(),
                state.record().documents().workspace(),
                lease.subject(),
                lease.sandbox(),
                lease.audience());
    }

    /** Returns whether {@code cost.budget} can name the currency. */
    private static boolean isBudget(String currency) {
        return !currency.equals(Account.USES) && HostCurrency.of(currency) == null;
    }

    private static Map<String, Map<String, Long>> hosts(@Nullable Lease lease) {
        Map<String, Map<String, Long>> hosts = new LinkedHashMap<>();
        for (HostCeiling ceiling : lease == null ? List.<HostCeiling>of() : lease.hosts()) {
            Map<String, Long> limits = new LinkedHashMap<>();
            put(limits, "max_requests", ceiling.maxRequests());
            put(limits, "max_bytes", ceiling.maxBytes());
            hosts.put(ceiling.name(), limits);
        }
        return hosts;
    }

    private static void put(Map<String, Long> limits, String name, @Nullable Long most) {
        if (most != null) {
            limits.put(name, most);
        }
    }

    private static @Nullable Integer maxUses(Account account) {
        return account.balances().stream()
                .filter(balance -> balance.currency().equals(Account.USES))
                .map(balance -> balance.initial().intValueExact())
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String effective(SandboxState state) {
        SandboxSpec spec = state.spec();
        return spec == null
                ? state.record().documents().lease()
                : spec.effective().lease();
    }

    /** Returns {@code active}, {@code expired}, {@code exhausted} or {@code revoked}. */
    static String state(Sandbox sandbox) {
        return switch (PolicyChain.of(sandbox).standing()) {
            case Verdict.Pass _ -> sandbox.admission().exhausted(null) instanceof Verdict.Pass ? "active" : "exhausted";
            case Verdict.Refuse ended -> ended.reason() == ReasonCode.LEASE_EXPIRED ? "expired" : "revoked";
        };
    }
}
