package io.sallyport.decision;

import io.sallyport.decision.ask.RequestApprovals;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.listing.ListedTools;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import org.jspecify.annotations.Nullable;

/**
 * What is true of one sandbox only now: revoked, expired, budget used up, too many connections, too many new names.
 * Never remembered. Of standing it speaks for this sandbox alone: {@link PolicyChain} asks its ancestors as well. Safe
 * for concurrent use; every method returns at once.
 */
public interface Admission {
    /** Whether it has ended: revoked, then expired. Asked before policy. */
    Verdict standing(PolicySnapshot snapshot);

    /** What it may spend; its own budget and its part in those of its ancestors. */
    Account account();

    /**
     * Whether a budget that it draws on is used up, its own or an ancestor's. Asked after policy, of every gated
     * operation.
     *
     * @param host whose ceilings count as well, or null
     */
    default Verdict exhausted(@Nullable CanonicalHost host) {
        return Verdict.passIf(account().exhausted(host) == null, ReasonCode.BUDGET_EXHAUSTED);
    }

    /** Its skills, and how often they and its capabilities may be asked about. */
    SandboxSkills skills();

    /** The rates that policies may name; by default none is known. */
    default NamedRates rates() {
        return NamedRates.NONE;
    }

    /** How the tools of its MCP servers were listed. */
    ListedTools tools();

    /** What persons have approved of its requests. */
    RequestApprovals approvals();

    /** What it leaves unread in the gateway. */
    SandboxBuffers buffers();

    /**
     * The rate of host names asked for the first time.
     *
     * @param counted whether it is counted where it passes; else it is only looked at
     */
    Verdict newName(CanonicalHost host, boolean counted);

    /**
     * Takes one of the sandbox's connections: false where none is left. Each true is paired with one {@link #closed}.
     */
    boolean opened();

    /** Gives back what {@link #opened} took. */
    void closed();

    /** From now on every request is refused with {@link ReasonCode#LEASE_REVOKED}. */
    void revoke();
}
