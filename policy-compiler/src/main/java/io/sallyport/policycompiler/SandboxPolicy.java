package io.sallyport.policycompiler;

import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.Judge;
import io.sallyport.decision.LeaseTerm;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RegoJudge;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.report.CandidateJudge;
import io.sallyport.decision.report.ReportModeJudge;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.model.Sha256;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The compiled documents of one sandbox, not yet combined with guardrails. Immutable, except that its term ends. */
public final class SandboxPolicy {
    private final SandboxGrants grants;
    private final AuthoredRego rego;
    private final ToBytecode library;
    private final RegoArray rates;
    private final @Nullable LeaseTerm term;

    /**
     * @param library when the library that evaluates it is compiled to bytecode
     * @param rates names of the rates that obligations may name
     */
    SandboxPolicy(SandboxGrants grants, AuthoredRego rego, ToBytecode library, RegoArray rates) {
        this.rates = rates;
        this.grants = grants;
        this.rego = rego;
        this.library = library;
        this.term =
                LeaseTerm.until(grants.lease() == null ? null : grants.lease().expiresAt());
    }

    /** Returns the digests under which the {@link PlanStore} stores it. */
    public List<String> bundles() {
        return rego.bundles();
    }

    /** Returns the digest of its documents, whatever guardrails it is combined with. */
    public String digest() {
        return Sha256.hexOfAll("documents", grants.digest(), rego.digest());
    }

    /** Returns the term of its grants, which does not depend on the guardrails, or null if they have no end. */
    public @Nullable LeaseTerm term() {
        return term;
    }

    /** Returns granted patterns as written, for people. */
    public List<String> allowed() {
        return grants.patterns();
    }

    /** Returns the lease that it was compiled from, or null. */
    public @Nullable Lease lease() {
        return grants.lease();
    }

    /** Returns its harness's settings for the fetch endpoint. */
    public RuntimeFetch runtimeFetch() {
        return grants.runtimeFetch();
    }

    /** Returns the names of the credentials that it grants for some requests. */
    public Set<String> credentials() {
        return grants.credentials();
    }

    /** Returns the API servers of its harness, as written; empty if there are none. */
    public List<Sourced> apiServers() {
        return grants.apiServers();
    }

    /** Returns its own Rego. */
    AuthoredRego rego() {
        return rego;
    }

    /** Returns the names of the rates that obligations may name. */
    RegoArray rates() {
        return rates;
    }

    /** Returns its grants. */
    SandboxGrants grants() {
        return grants;
    }

    /** Returns the whole policy, combined with {@code guardrails}, with an empty decision cache. */
    public PolicySnapshot under(
            AuthoredRego guardrails, SandboxFacts facts, long generation, Limits limits, EvalClock clock) {
        return under(guardrails, Trials.NONE, facts, generation, limits, clock, DecisionCache.BY_DEFAULT);
    }

    /**
     * Returns the whole policy with a given size of the decision cache.
     *
     * @param trials what is tried beside it
     */
    public PolicySnapshot under(
            AuthoredRego guardrails,
            Trials trials,
            SandboxFacts facts,
            long generation,
            Limits limits,
            EvalClock clock,
            DecisionCache cache) {
        boolean alone = guardrails.digest().isEmpty() && rego.digest().isEmpty();
        return new PolicySnapshot(
                facts,
                generation,
                Sha256.hexOfAll("policy", grants.digest(), guardrails.digest(), rego.digest()),
                guardrails.version(),
                term,
                grants.allowed(),
                alone ? grants.reading() : grants.reading().ofStrictRequests(),
                trials.terms(),
                judge(guardrails, trials, facts, limits, clock),
                cache);
    }

    /** Candidates are compared with what is enforced, so report mode comes last. */
    private Judge judge(AuthoredRego guardrails, Trials trials, SandboxFacts facts, Limits limits, EvalClock clock) {
        Judge judge = judge(guardrails, facts, limits, clock);
        if (!trials.guardrails().equals(AuthoredRego.NONE)) {
            Judge candidate = judge(trials.guardrails(), facts, limits, clock);
            judge = new CandidateJudge(CandidateJudge.Part.GUARDRAILS, judge, candidate);
        }
        if (trials.documents() != null) {
            Judge candidate = trials.documents().judge(guardrails, facts, limits, clock);
            judge = new CandidateJudge(CandidateJudge.Part.SANDBOX, judge, candidate);
        }
        Instant reportMode = trials.terms().reportMode();
        return reportMode == null ? judge : new ReportModeJudge(judge, reportMode, clock);
    }

    private Judge judge(AuthoredRego guardrails, SandboxFacts facts, Limits limits, EvalClock clock) {
        var programs = new RegoJudge.Programs(Library.decision(library), guardrails.author(), rego.author(), rates);
        return new RegoJudge(programs, grants.index(), facts, limits, clock);
    }
}
