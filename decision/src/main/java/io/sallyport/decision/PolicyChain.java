package io.sallyport.decision;

import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillsInForce;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grounds;
import io.sallyport.model.Objection;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What binds one operation of a sandbox: its own policy and those of its ancestors, as they were in force when it was
 * asked. All must allow, and what they attach is merged to the tighter. Immutable; safe for concurrent use.
 */
public final class PolicyChain {
    private final Sandbox sandbox;
    private final PolicySnapshot own;
    /** Of the ancestors, nearest first. */
    private final List<PolicySnapshot> above;

    private PolicyChain(Sandbox sandbox, PolicySnapshot own, List<PolicySnapshot> above) {
        this.sandbox = sandbox;
        this.own = own;
        this.above = above;
    }

    /** Those in force now. */
    public static PolicyChain of(Sandbox sandbox) {
        return new PolicyChain(sandbox, sandbox.policy().current(), above(sandbox.parent()));
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

    /** Those of the ancestors, nearest first. */
    public List<PolicySnapshot> above() {
        return above;
    }

    /**
     * The verdict on an operation, in the order of every door: has somebody ended, is it held back, what do the policies say,
     * is a budget used up, is there too much of it. The first that refuses answers; only what is admitted is counted.
     */
    public Decision admit(Operation operation) {
        ReasonCode before = standing();
        if (before == null) {
            before = operation.held();
        }
        if (before != null) {
            return Decision.Deny.of(before);
        }
        Decision decision = operation.judged();
        if (decision instanceof Decision.Deny) {
            return decision;
        }
        ReasonCode after = exhausted();
        if (after == null) {
            after = operation.counted();
        }
        return after == null ? decision : Decision.Deny.of(after);
    }

    /** Whether the sandbox or an ancestor has ended, revoked before expired: the first that {@link #admit} asks. */
    public @Nullable ReasonCode standing() {
        ReasonCode found = sandbox.admission().standing(own);
        Sandbox ancestor = sandbox.parent();
        for (int i = 0; ancestor != null && found != ReasonCode.LEASE_REVOKED; i++, ancestor = ancestor.parent()) {
            ReasonCode ended = ancestor.admission().standing(above.get(i));
            found = ended == ReasonCode.LEASE_REVOKED || found == null ? ended : found;
        }
        return found;
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
     * What a verdict rests on. Of a refusal it is all that speaks against the operation now, asked in the order of {@link
     * #admit} without counting anything; what refused it stands first.
     */
    public Grounds grounds(Decision verdict, @Nullable Question question, Operation operation) {
        return switch (verdict) {
            case Decision.Allow allow -> new Grounds(lease(), own.pattern(allow.rule()), List.of());
            case Decision.Deny deny -> new Grounds(lease(), null, objections(deny.reason(), question, operation));
        };
    }

    /** The same of what is refused for {@code reason} alone; of a budget, each currency that is used up. */
    public Grounds grounds(ReasonCode reason, @Nullable Question question) {
        return reason == ReasonCode.BUDGET_EXHAUSTED
                ? new Grounds(lease(), null, unpaid(question))
                : Grounds.of(lease(), reason, question);
    }

    private List<Objection> objections(ReasonCode first, @Nullable Question question, Operation operation) {
        Set<ReasonCode> reasons = new LinkedHashSet<>();
        reasons.add(first);
        Stream.of(standing(), operation.held(), refusal(operation.judged()), exhausted(), operation.crowded())
                .flatMap(Stream::ofNullable)
                .forEach(reasons::add);
        List<Objection> objections = new ArrayList<>();
        for (ReasonCode reason : reasons) {
            if (reason == ReasonCode.BUDGET_EXHAUSTED) {
                objections.addAll(unpaid(question));
            } else {
                objections.add(Objection.of(reason, question));
            }
        }
        return objections;
    }

    private static @Nullable ReasonCode refusal(Decision decision) {
        return decision instanceof Decision.Deny deny ? deny.reason() : null;
    }

    /** One for each currency that is used up; one without currency where all was settled meanwhile. */
    private List<Objection> unpaid(@Nullable Question question) {
        List<Objection> unpaid = sandbox.admission().account().usedUp().stream()
                .map(balance -> Objection.of(ReasonCode.BUDGET_EXHAUSTED, question)
                        .about(balance.currency(), balance.remaining().toPlainString()))
                .toList();
        return unpaid.isEmpty() ? List.of(Objection.of(ReasonCode.BUDGET_EXHAUSTED, question)) : unpaid;
    }

    /** Whether what was spent cannot be written, or a budget is used up, of the sandbox or of an ancestor. */
    public @Nullable ReasonCode exhausted() {
        Admission admission = sandbox.admission();
        return admission.account().isSuspended() ? ReasonCode.STATE_UNAVAILABLE : admission.exhausted();
    }

    /** The verdict of all on a request without headers, as a CONNECT has none. */
    public Decision decide(CanonicalRequest request) {
        return decide(request, RequestHeaders.EMPTY);
    }

    /** The verdict of all on a request. */
    public Decision decide(CanonicalRequest request, RequestHeaders headers) {
        return above.isEmpty() ? own.decide(request, headers) : ask(policy -> policy.decide(request, headers));
    }

    /** The verdict of all on what {@code question} asks each of them. The first that denies is named by the rule. */
    public Decision ask(Function<PolicySnapshot, Decision> question) {
        return under(question.apply(own), question);
    }

    /** The same where the sandbox's own policy says {@code first}, or came to say so. */
    public Decision under(Decision first, Function<PolicySnapshot, Decision> question) {
        Decision verdict = first;
        for (int i = 0; i < above.size() && verdict instanceof Decision.Allow allow; i++) {
            PolicySnapshot ancestor = above.get(i);
            verdict =
                    Tighter.of(allow, question.apply(ancestor), ancestor.facts().id());
        }
        return verdict;
    }
}
