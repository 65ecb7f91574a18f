package io.sallyport.policycompiler;

import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RegoJudge;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the documents of one sandbox became, before guardrails stand beside it. Immutable but for its term, which ends. */
public final class SandboxPolicy {
    private final SandboxGrants grants;
    private final AuthoredRego rego;
    private final ToBytecode library;
    private final @Nullable LeaseTerm term;

    /** @param library when the library that judges it becomes bytecode */
    SandboxPolicy(SandboxGrants grants, AuthoredRego rego, ToBytecode library) {
        this.grants = grants;
        this.rego = rego;
        this.library = library;
        this.term =
                LeaseTerm.until(grants.lease() == null ? null : grants.lease().expiresAt());
    }

    /** What the {@link PlanStore} keeps for it. */
    public List<String> bundles() {
        return rego.bundles();
    }

    /** Until when it grants anything, beside whichever guardrails; null where nothing ends. */
    public @Nullable LeaseTerm term() {
        return term;
    }

    /** Granted patterns as written, for people. */
    public List<String> allowed() {
        return grants.patterns();
    }

    /** The lease that it was compiled of, or null where there is none. */
    public @Nullable Lease lease() {
        return grants.lease();
    }

    /** What its harness says of the fetch endpoint. */
    public RuntimeFetch runtimeFetch() {
        return grants.runtimeFetch();
    }

    /** The API servers of its harness, as they are written there; empty where it has none. */
    public List<Sourced> apiServers() {
        return grants.apiServers();
    }

    /** Its own Rego. */
    AuthoredRego rego() {
        return rego;
    }

    /** The grants as the library reads them. */
    SandboxGrants grants() {
        return grants;
    }

    /** The whole policy beside {@code guardrails}, with nothing remembered yet. */
    public PolicySnapshot under(
            AuthoredRego guardrails, SandboxFacts facts, long generation, Limits limits, EvalClock clock) {
        return under(guardrails, facts, generation, limits, clock, DecisionCache.BY_DEFAULT);
    }

    /** The same, with a bound on what it remembers. */
    public PolicySnapshot under(
            AuthoredRego guardrails,
            SandboxFacts facts,
            long generation,
            Limits limits,
            EvalClock clock,
            DecisionCache cache) {
        var programs = new RegoJudge.Programs(Library.decision(library), guardrails.author(), rego.author());
        return new PolicySnapshot(
                facts,
                generation,
                Digests.of("policy", grants.digest(), guardrails.digest(), rego.digest()),
                term,
                grants.allowed(),
                new RegoJudge(programs, grants.index(), facts, limits, clock),
                cache);
    }
}
