package io.sallyport.proxy.support;

import io.sallyport.decision.Admission;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.ask.RequestApprovals;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.listing.ListedTools;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Counts connections against a limit, and refuses as scripted. */
public final class TestAdmission implements Admission {
    private final ListedTools tools = new ListedTools();
    private final InstantSource clock;
    private final Account account;
    private final SandboxSkills skills = new SandboxSkills(() -> 0L);
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicReference<@Nullable ReasonCode> refusal = new AtomicReference<>();
    private final AtomicInteger max = new AtomicInteger(Integer.MAX_VALUE);

    private final RequestApprovals approvals;
    private final SandboxBuffers buffers;
    private volatile NamedRates rates = NamedRates.NONE;

    TestAdmission(InstantSource clock, Account account, SandboxBuffers buffers) {
        this.account = account;
        this.buffers = buffers;
        this.clock = clock;
        this.approvals = new RequestApprovals(clock);
    }

    public void refuseWith(@Nullable ReasonCode reason) {
        refusal.set(reason);
    }

    public void limit(int connections) {
        max.set(connections);
    }

    public void rates(NamedRates known) {
        rates = known;
    }

    @Override
    public RequestApprovals approvals() {
        return approvals;
    }

    @Override
    public NamedRates rates() {
        return rates;
    }

    public int open() {
        return open.get();
    }

    @Override
    public Verdict standing(PolicySnapshot snapshot) {
        ReasonCode reason = refusal.get();
        LeaseTerm term = snapshot.term();
        boolean expired = term != null && term.hasEnded(clock.instant(), Duration.ZERO);
        return switch (reason) {
            case LEASE_REVOKED, LEASE_EXPIRED -> Verdict.refuse(reason);
            case null, default -> Verdict.passIf(!expired, ReasonCode.LEASE_EXPIRED);
        };
    }

    @Override
    public Account account() {
        return account;
    }

    @Override
    public SandboxSkills skills() {
        return skills;
    }

    @Override
    public ListedTools tools() {
        return tools;
    }

    @Override
    public SandboxBuffers buffers() {
        return buffers;
    }

    @Override
    public Verdict exhausted(@Nullable CanonicalHost host) {
        boolean passes = refusal.get() != ReasonCode.BUDGET_EXHAUSTED && account.exhausted(host) == null;
        return Verdict.passIf(passes, ReasonCode.BUDGET_EXHAUSTED);
    }

    @Override
    public Verdict newName(CanonicalHost host, boolean counted) {
        ReasonCode reason = refusal.get();
        return reason == null ? Verdict.PASS : Verdict.refuse(reason);
    }

    @Override
    public boolean opened() {
        if (open.incrementAndGet() > max.get()) {
            open.decrementAndGet();
            return false;
        }
        return true;
    }

    @Override
    public void closed() {
        open.decrementAndGet();
    }

    @Override
    public void revoke() {
        refuseWith(ReasonCode.LEASE_REVOKED);
    }
}
