package io.sallyport.decision;

import io.sallyport.decision.ask.RequestApprovals;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.listing.ListedTools;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The admission of one running sandbox. Safe for concurrent use; a known name is admitted without a lock. */
public final class LiveAdmission implements Admission {
    private final AdmissionLimits limits;
    private final InstantSource wallClock;
    private final NewNames names;
    private final Account account;
    private final SandboxSkills skills;
    private final SandboxBuffers buffers;
    private final ListedTools tools = new ListedTools();
    private final NamedRates rates;
    private final RequestApprovals approvals;
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean revoked;

    /** One whose buffers are bounded by themselves alone, at the least. */
    public LiveAdmission(AdmissionLimits limits, InstantSource wallClock, LongSupplier nanoClock, Account account) {
        this(limits, wallClock, nanoClock, account, new BufferBudget(BufferLimits.fittedTo(0)).open(), NamedRates.NONE);
    }

    /**
     * @param wallClock says when a lease has expired
     * @param nanoClock elapsed nanoseconds, for rates
     * @param account whose budget it is
     * @param buffers its part of what may wait in the gateway
     * @param rates of all sandboxes
     */
    public LiveAdmission(
            AdmissionLimits limits,
            InstantSource wallClock,
            LongSupplier nanoClock,
            Account account,
            SandboxBuffers buffers,
            NamedRates rates) {
        this.rates = rates;
        this.approvals = new RequestApprovals(wallClock);
        this.buffers = buffers;
        this.account = account;
        this.limits = limits;
        this.wallClock = wallClock;
        this.names = new NewNames(limits.newNamesPerMinute(), nanoClock);
        this.skills = new SandboxSkills(nanoClock);
    }

    @Override
    public Verdict standing(PolicySnapshot snapshot) {
        if (revoked) {
            return Verdict.refuse(ReasonCode.LEASE_REVOKED);
        }
        return Verdict.passIf(!isExpired(snapshot.term()), ReasonCode.LEASE_EXPIRED);
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
    public NamedRates rates() {
        return rates;
    }

    @Override
    public ListedTools tools() {
        return tools;
    }

    @Override
    public RequestApprovals approvals() {
        return approvals;
    }

    @Override
    public SandboxBuffers buffers() {
        return buffers;
    }

    @Override
    public Verdict newName(CanonicalHost host, boolean counted) {
        String name = host.text();
        boolean passes = host.isAddress() || (counted ? names.admits(name) : names.hasRoomFor(name));
        return Verdict.passIf(passes, ReasonCode.TOO_MANY_NEW_NAMES);
    }

    private boolean isExpired(@Nullable LeaseTerm term) {
        return term != null && term.hasEnded(wallClock.instant(), limits.expiryGrace());
    }

    @Override
    public boolean opened() {
        int before = connections.getAndUpdate(open -> open < limits.connections() ? open + 1 : open);
        return before < limits.connections();
    }

    @Override
    public void closed() {
        connections.decrementAndGet();
    }

    @Override
    public void revoke() {
        revoked = true;
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.get();
    }
}
