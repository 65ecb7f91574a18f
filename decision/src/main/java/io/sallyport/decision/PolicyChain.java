package io.sallyport.decision;

import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.decision.rates.RateSubject;
import io.sallyport.decision.rates.TokenCharge;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillsInForce;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What binds one operation of a sandbox: its own policy and those of its ancestors, as they were in force when it was
 * asked. All must allow, and what they attach is merged to the tighter. Immutable; safe for concurrent use.
 */
public final class PolicyChain {
    /** Stands for what the policies said where a check comes before them. */
    private static final Decision UNASKED = Decision.Deny.of(ReasonCode.NO_POLICY);

    /** What is done at doors that leave policy out. */
    private static final Decision OWN =
            new Decision.Allow(ReasonCode.GATEWAY_OWN, null, Mode.ENFORCE, Obligations.NONE);

    private final Sandbox sandbox;
    private final ActingIdentity identity;
    private final PolicySnapshot own;
    /** Of the ancestors, nearest first. */
    private final List<PolicySnapshot> above;

    private PolicyChain(Sandbox sandbox, IdentityKind kind, PolicySnapshot own, List<PolicySnapshot> above) {
        this.sandbox = sandbox;
        this.identity = ActingIdentity.of(kind, own.facts());
        this.own = own;
        this.above = above;
    }

    /** Those in force now, for an operation of who showed the sandbox's token. */
    public static PolicyChain of(Sandbox sandbox) {
        return of(sandbox, IdentityKind.TOKEN);
    }

    /** Those in force now, for an operation whose identity was proved so. */
    public static PolicyChain of(Sandbox sandbox, IdentityKind kind) {
        return new PolicyChain(sandbox, kind, sandbox.policy().current(), above(sandbox.parent()));
    }

    /** Those in force now, for the same operation. */
    public PolicyChain renewed() {
        return of(sandbox, identity.kind());
    }

    private static List<PolicySnapshot> above(@Nullable Sandbox parent) {
        if (parent == null) {
            return List.of();
        }
        var above = new ArrayList<PolicySnapshot>(Sandbox.MAX_DEPTH);
        for (Sandbox ancestor = parent; ancestor != null; ancestor = ancestor.parent()) {
            above.add(ancestor.policy().current());
        }
        return List.copyOf(above);
    }

    public Sandbox sandbox() {
        return sandbox;
    }

    /** Who acts, which each of the policies is told. */
    public ActingIdentity identity() {
        return identity;
    }

    /** The sandbox's own policy: what it is told of, and recorded under. */
    public PolicySnapshot own() {
        return own;
    }

    /** The id of the lease that binds the sandbox: its own, else its nearest ancestor's; null where there is none. */
    public @Nullable String lease() {
        if (own.isLeased()) {
            return own.facts().id().text();
        }
        for (PolicySnapshot ancestor : above) {
            if (ancestor.isLeased()) {
                return ancestor.facts().id().text();
            }
        }
        return null;
    }

    /** What its sandbox's skills, and those of its ancestors, are bound by now. */
    public SkillsInForce skills(SkillRegistry registry) {
        List<SandboxSkills.State> states = new ArrayList<>(above.size());
        for (Sandbox ancestor = sandbox.parent(); ancestor != null; ancestor = ancestor.parent()) {
            states.add(ancestor.admission().skills().state());
        }
        return new SkillsInForce(
                registry.current(), sandbox.admission().skills().state(), states);
    }

    /** Whether every one of them is in force still. */
    public boolean isInForce() {
        if (sandbox.policy().current() != own) {
            return false;
        }
        Sandbox ancestor = sandbox.parent();
        for (int i = 0; ancestor != null; i++, ancestor = ancestor.parent()) {
            if (ancestor.policy().current() != above.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether who acts has claims no more, so that the same policies may say something else. */
    public boolean haveClaimsEnded(long epochNanos) {
        VerifiedClaims claims = identity.claims();
        return claims != null && !claims.holdAt(epochNanos);
    }

    /** Those of the ancestors, nearest first. */
    public List<PolicySnapshot> above() {
        return above;
    }

    /**
     * Puts an operation through the checks of its door, in the order of {@link Check}. The first that refuses answers;
     * only what is admitted is counted.
     */
    public Judging admit(Operation operation) {
        Door door = operation.door();
        for (Check check : door.beforePolicy()) {
            switch (check.ask(this, operation, UNASKED, true)) {
                case Verdict.Pass _ -> {}
                case Verdict.Refuse why -> {
                    return new Judging.Unasked(check, why);
                }
            }
        }
        Decision said = door.asksPolicies() ? operation.judged() : OWN;
        return switch (said) {
            case Decision.Deny deny -> refused(operation, door, deny);
            case Decision.Allow allow ->
                allow.obligations().body()
                        ? new Judging.AwaitsBody(allow.obligations().maxBodyBytes())
                        : afterPolicy(operation, door, allow, true);
        };
    }

    /**
     * What a refusal comes to of which a person may be asked. A tunnel for TLS is opened instead, and the question is
     * about each request inside: nothing is dialled before.
     */
    private Judging refused(Operation operation, Door door, Decision.Deny deny) {
        Decision.Allow ifApproved = deny.ifApproved();
        if (ifApproved == null || ifApproved.obligations().body() || !door.asksPersons()) {
            return new Judging.Asked(Check.POLICY, Verdict.Refuse.by(deny), deny);
        }
        if (door == Door.TUNNEL) {
            var opened = ifApproved.with(ifApproved.obligations().intercepting());
            return afterPolicy(
                    operation, door, opened.by(RequestApproval.INSIDE).reporting(deny.reported()), true);
        }
        RequestApproval approval = operation.approval(deny);
        if (approval != null) {
            var approved = ifApproved.by(approval.rule()).reporting(deny.reported());
            Judging judging = afterPolicy(operation, door, approved, true);
            return judging instanceof Judging.Admitted ? new Judging.Admitted(approved, approval) : judging;
        }
        Judging rest = afterPolicy(operation, door, ifApproved, false);
        return rest instanceof Judging.Admitted ? new Judging.AwaitsApproval(deny) : rest;
    }

    private Judging afterPolicy(Operation operation, Door door, Decision.Allow said, boolean counted) {
        for (Check check : door.afterPolicy()) {
            switch (check.ask(this, operation, said, counted)) {
                case Verdict.Pass _ -> {}
                case Verdict.Refuse why -> {
                    return new Judging.Asked(check, why, said);
                }
            }
        }
        return new Judging.Admitted(said);
    }

    /** Whether the sandbox or an ancestor has ended, revoked before expired: the first that {@link #admit} asks. */
    public Verdict standing() {
        Verdict found = sandbox.admission().standing(own);
        Sandbox ancestor = sandbox.parent();
        for (int i = 0; ancestor != null && !isRevoked(found); i++, ancestor = ancestor.parent()) {
            Verdict ended = ancestor.admission().standing(above.get(i));
            found = isRevoked(ended) || found instanceof Verdict.Pass ? ended : found;
        }
        return found;
    }

    private static boolean isRevoked(Verdict standing) {
        return standing instanceof Verdict.Refuse why && why.reason() == ReasonCode.LEASE_REVOKED;
    }

    /** The earliest end of the sandbox's lease and those above it, or null where none ends. */
    public @Nullable Instant expiresAt() {
        Instant end = own.expiresAt();
        for (PolicySnapshot ancestor : above) {
            Instant other = ancestor.expiresAt();
            end = end == null || (other != null && other.isBefore(end)) ? other : end;
        }
        return end;
    }

    /**
     * What it rests on that an operation was judged so. Of a refusal it is all that speaks against the operation now,
     * asked in the order of {@link #admit} without counting anything; what refused it stands first.
     */
    public DecisionGrounds grounds(Judging judging, @Nullable Question question, Operation operation) {
        return switch (judging) {
            case Judging.Admitted(Decision.Allow allow, var _) ->
                new DecisionGrounds(lease(), own.pattern(allow.rule()), List.of());
            case Judging.AwaitsBody unread -> refused(unread.why(), unread.decision(), question, operation);
            case Judging.AwaitsApproval asking -> refused(asking.why(), asking.decision(), question, operation);
            case Judging.Unasked(Check _, var why) -> refused(why, operation.judged(), question, operation);
            case Judging.Asked(Check _, var why, Decision said) -> refused(why, said, question, operation);
        };
    }

    private DecisionGrounds refused(
            Verdict.Refuse why, Decision said, @Nullable Question question, Operation operation) {
        return new DecisionGrounds(lease(), null, new Objections(this, operation).all(why, said, question));
    }

    /** The same of what is refused for {@code reason} alone; of a budget, each currency that is used up. */
    public DecisionGrounds grounds(ReasonCode reason, @Nullable Question question) {
        return new DecisionGrounds(lease(), null, Objections.of(sandbox, reason, question));
    }

    /** Whether what the policies attach is known and can be met at the door of {@code operation}. */
    Verdict met(Obligations obligations, Operation operation) {
        String rate = obligations.rate();
        return rate == null || sandbox.admission().rates().knows(rate)
                ? operation.met(obligations)
                : Verdict.refuse(ReasonCode.UNKNOWN_OBLIGATION);
    }

    /** The rates that the policies name for a request to {@code host}; taken where {@code counted}. */
    public Verdict rated(Obligations obligations, CanonicalHost host, boolean counted) {
        String rate = obligations.rate();
        return rate == null ? Verdict.PASS : rated(rate, host, counted);
    }

    /** The rates of those names, joined by {@code +}; taken where {@code counted}. */
    public Verdict rated(String rates, CanonicalHost host, boolean counted) {
        return sandbox.admission().rates().take(rates, subject(host, ""), counted);
    }

    /** As above, for a call of {@code model}, whose tokens are charged, too. */
    public Verdict rated(String rates, CanonicalHost host, String model, TokenCharge charge, boolean counted) {
        return sandbox.admission().rates().take(rates, subject(host, model), charge, counted);
    }

    private RateSubject subject(CanonicalHost host, String model) {
        return new RateSubject(
                sandbox.root().id().text(), host.text(), own.facts().labels(), model);
    }

    /**
     * Whether what was spent cannot be written, or a budget is used up, of the sandbox or of an ancestor.
     *
     * @param host whose ceilings count as well, or null
     */
    public Verdict exhausted(@Nullable CanonicalHost host) {
        Admission admission = sandbox.admission();
        return admission.account().isSuspended()
                ? Verdict.refuse(ReasonCode.STATE_UNAVAILABLE)
                : admission.exhausted(host);
    }

    /** Returns the ports that its own grants name, some of which a policy above or a rule may refuse. */
    public Set<Integer> grantedPorts() {
        return own.grantedPorts();
    }

    /**
     * Whether the sandbox may learn an address for {@code host}: it has not ended, and for each of the policies a grant
     * may cover the host. What it then asks of the host is judged as ever.
     */
    public Verdict lookUp(CanonicalHost host) {
        Verdict verdict = standing() instanceof Verdict.Refuse ended ? ended : own.lookUp(host);
        for (int i = 0; i < above.size() && verdict instanceof Verdict.Pass; i++) {
            verdict = above.get(i).lookUp(host);
        }
        return verdict;
    }

    /** The dialect in which requests are read: strict where policies of ancestors judge them too. */
    public PolicyDialect requestDialect() {
        return above.isEmpty() ? own.reading().requests() : PolicyDialect.STRICT;
    }

    /** The verdict of all on a request without headers, as a CONNECT has none. */
    public Decision decide(CanonicalRequest request) {
        return decide(request, RequestHeaders.EMPTY);
    }

    /** The verdict of all on a request. */
    public Decision decide(CanonicalRequest request, RequestHeaders headers) {
        return above.isEmpty()
                ? own.decide(request, headers, identity)
                : ask(policy -> policy.decide(request, headers, identity));
    }

    /** The verdict of all on what {@code question} asks each of them. The first that denies is named by the rule. */
    public Decision ask(Function<PolicySnapshot, Decision> question) {
        return under(question.apply(own), question);
    }

    /** The same where the sandbox's own policy says {@code first}, or came to say so. */
    public Decision under(Decision first, Function<PolicySnapshot, Decision> question) {
        Decision verdict = first;
        for (int i = 0; i < above.size() && !isFinal(verdict); i++) {
            PolicySnapshot ancestor = above.get(i);
            Decision said = question.apply(ancestor);
            Decision ceiling = ancestor.boundsCredentials() ? said : TighterDecision.leavingCredentials(said, verdict);
            verdict = TighterDecision.of(verdict, ceiling, ancestor.facts().id());
        }
        return verdict;
    }

    /** Whether no ancestor has a say: it is a refusal that nobody can lift. */
    private static boolean isFinal(Decision verdict) {
        return verdict instanceof Decision.Deny deny && deny.ifApproved() == null;
    }
}
