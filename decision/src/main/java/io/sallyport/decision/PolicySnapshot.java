package io.sallyport.decision;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.model.dialect.PolicyReading;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One policy of one sandbox, whole: what was compiled, what it remembers, and under which generation it is in force.
 * Immutable but for the remembered decisions, which are a function of the key. Safe for concurrent use.
 */
public final class PolicySnapshot {
    private static final Decision HELD_BACK = Decision.Deny.of(ReasonCode.PHASE_VIOLATION);

    private final SandboxFacts facts;
    private final ActingIdentity self;
    private final boolean heldBack;
    private final long generation;
    private final String digest;
    private final GuardrailsVersion guardrails;
    private final @Nullable LeaseTerm term;
    private final AllowedPatterns allowed;
    private final PolicyReading reading;
    private final TrialTerms trials;
    private final Judge judge;
    private final RememberedDecisions remembered;
    private final DecisionMeter meter;

    /**
     * A snapshot with nothing remembered yet.
     *
     * @param generation rises with each change of the sandbox's policy, over restarts too
     * @param digest lower-case hex SHA-256 of what was compiled
     * @param expiresAt the instant at which every grant ends, or null
     * @param allowed the patterns that are granted, as written, for people
     */
    public PolicySnapshot(
            SandboxFacts facts,
            long generation,
            String digest,
            @Nullable Instant expiresAt,
            List<String> allowed,
            Judge judge) {
        this(
                facts,
                generation,
                digest,
                GuardrailsVersion.NONE,
                LeaseTerm.until(expiresAt),
                AllowedPatterns.unplaced(allowed),
                judge,
                DecisionCache.BY_DEFAULT);
    }

    /** The same of documents among which there is no network policy. */
    public PolicySnapshot(
            SandboxFacts facts,
            long generation,
            String digest,
            GuardrailsVersion guardrails,
            @Nullable LeaseTerm term,
            AllowedPatterns allowed,
            Judge judge,
            DecisionCache cache) {
        this(facts, generation, digest, guardrails, term, allowed, PolicyReading.STRICT, TrialTerms.NONE, judge, cache);
    }

    /**
     * A snapshot with nothing remembered yet, which knows the hosts of its patterns and the bound of its memory.
     *
     * @param guardrails those that it holds
     * @param term of its documents, shared by all snapshots that are made of them; null: nothing ends
     * @param reading in which dialects its documents, and what they judge, are read
     * @param trials until when {@code judge} also asks a candidate, or is in report mode
     */
    public PolicySnapshot(
            SandboxFacts facts,
            long generation,
            String digest,
            GuardrailsVersion guardrails,
            @Nullable LeaseTerm term,
            AllowedPatterns allowed,
            PolicyReading reading,
            TrialTerms trials,
            Judge judge,
            DecisionCache cache) {
        this.facts = facts;
        this.self = ActingIdentity.of(IdentityKind.TOKEN, facts);
        this.heldBack = facts.holdsBackTraffic();
        this.generation = generation;
        this.digest = digest;
        this.guardrails = guardrails;
        this.term = term;
        this.allowed = allowed;
        this.reading = reading;
        this.trials = trials;
        this.judge = judge;
        this.remembered = new RememberedDecisions(cache.maxBytes());
        this.meter = cache.meter();
    }

    /** The verdict on {@code request} with the sandbox's token, without header and body, as a CONNECT is. */
    public Decision decide(CanonicalRequest request) {
        return decide(request, RequestHeaders.EMPTY);
    }

    /** The verdict on {@code request} with the sandbox's token. */
    public Decision decide(CanonicalRequest request, RequestHeaders headers) {
        return decide(request, headers, self);
    }

    /** The verdict on {@code request}: remembered, or judged now and remembered. Returns at once. */
    Decision decide(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
        if (heldBack) {
            return HELD_BACK;
        }
        Decision known = headers.message() == null ? remembered.find(request) : null;
        return known == null || (awaitsBody(known) && headers.body() != null)
                ? decideAfresh(request, headers, identity)
                : counted(known);
    }

    private Decision counted(Decision known) {
        meter.remembered();
        return known;
    }

    /** Whether it is what was said before the body was there, or was said of rules that only report. */
    private static boolean awaitsBody(Decision decision) {
        return decision.reported().awaitsBody()
                || (decision instanceof Decision.Allow allow
                        && allow.obligations().body());
    }

    /** The verdict on {@code action} with the sandbox's token. */
    public Decision decide(CanonicalAction action) {
        return decide(action, self);
    }

    /** The verdict on {@code action}: remembered, or judged now and remembered. Returns at once. */
    private Decision decide(CanonicalAction action, ActingIdentity identity) {
        Decision known = remembered.find(action);
        return known != null ? counted(known) : decideAfresh(action, identity);
    }

    /** The verdict on a question of either kind with the sandbox's token. */
    public Decision decide(Question question) {
        return decide(question, self);
    }

    /** The verdict on a question of either kind. */
    public Decision decide(Question question, ActingIdentity identity) {
        return decide(question, RequestHeaders.EMPTY, identity);
    }

    /**
     * The verdict on a question of either kind.
     *
     * @param headers of a request
     */
    public Decision decide(Question question, RequestHeaders headers, ActingIdentity identity) {
        return switch (question) {
            case CanonicalRequest request -> decide(request, headers, identity);
            case CanonicalAction action -> decide(action, identity);
        };
    }

    private Decision decideAfresh(CanonicalAction action, ActingIdentity identity) {
        long begun = meter.begin();
        Judge.Judgement judgement = judge.judge(action, identity);
        meter.made(begun);
        // Sizes differ at each request of a model: what is said of one is not worth a place.
        if (judgement.lasting() && action.invocation() == null) {
            remembered.keep(action, judgement.decision());
        }
        return judgement.decision();
    }

    /** The verdict on a question with the sandbox's token, afresh and not remembered, and why it could not be made. */
    public Judge.Judgement judge(Question question, RequestHeaders headers) {
        return heldBack && question instanceof CanonicalRequest
                ? new Judge.Judgement(HELD_BACK, true, true, null)
                : judge.judge(question, headers, self);
    }

    private Decision decideAfresh(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
        long begun = meter.begin();
        Judge.Judgement judgement = judge.judge(request, headers, identity);
        meter.made(begun);
        if (judgement.lasting()) {
            remembered.keep(request, judgement.decision(), judgement.anyQuery());
        }
        return judgement.decision();
    }

    /**
     * At most {@code limit} granted patterns, those nearest to {@code request} first; for refusals, not for verdicts.
     */
    public List<String> nearest(CanonicalRequest request, int limit) {
        return allowed.nearest(request.host(), limit);
    }

    /** The same for an action: patterns of its capability. */
    public List<String> nearest(CanonicalAction action, int limit) {
        return allowed.nearest(action, limit);
    }

    /** The pattern, as written, of the grant of that name; null where it is no grant's. */
    public @Nullable String pattern(@Nullable String rule) {
        return allowed.of(rule);
    }

    /** Returns the ports that grants name. */
    Set<Integer> grantedPorts() {
        return allowed.hosts().ports();
    }

    /** Whether {@code host} may be looked up: the phase lets traffic pass, and some grant may cover the host. */
    public Verdict lookUp(CanonicalHost host) {
        if (heldBack) {
            return Verdict.refuse(ReasonCode.PHASE_VIOLATION);
        }
        return Verdict.passIf(allowed.hosts().name(host), ReasonCode.NO_GRANT);
    }

    /** Whether a lease is among its documents. */
    public boolean isLeased() {
        return allowed.leased();
    }

    /** Whether a sandbox below has only those credentials that are granted here as well. */
    boolean boundsCredentials() {
        return allowed.boundsCredentials();
    }

    /** In which dialects its documents, and the requests that it judges, are read. */
    public PolicyReading reading() {
        return reading;
    }

    /** Until when something is tried at the sandbox. */
    public TrialTerms trials() {
        return trials;
    }

    public SandboxFacts facts() {
        return facts;
    }

    public long generation() {
        return generation;
    }

    public String digest() {
        return digest;
    }

    /** The set of guardrails that it holds. */
    public GuardrailsVersion guardrails() {
        return guardrails;
    }

    /** The instant at which every grant ends, or null. */
    public @Nullable Instant expiresAt() {
        return term == null ? null : term.expiresAt();
    }

    /** Until when its documents grant anything, or null. */
    public @Nullable LeaseTerm term() {
        return term;
    }
}
