package io.sallyport.decision.guard;

import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.skills.CallRates.Limited;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillsInForce.Enabled;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Grounds;
import io.sallyport.model.Inquiry;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Refusal;
import io.sallyport.model.SkillNote;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One question before the guard. The order of checks, of which the first that fails answers: has the sandbox ended, does its
 * phase hold this back, is the skill in use, is it closed to everyone, does the skill declare it, what do the policies say, is
 * there such a command, is a budget used up, is a rate. Confined to its thread.
 */
final class Hearing implements Operation {
    private static final Decision PASSES = new Decision.Allow(ReasonCode.GRANTED, null, Mode.ENFORCE, Obligations.NONE);
    private static final Decision HELD_BACK = Decision.Deny.of(ReasonCode.PHASE_VIOLATION);

    private final Guard guard;
    private final Bound bound;
    private final PolicyChain policies;
    private final Inquiry inquiry;
    private final Predicate<SandboxFacts> held;
    private @Nullable Enabled skill;
    private List<String> allowed = List.of();
    private @Nullable Limited limited;

    /** @param held whether the phase of a sandbox holds this back */
    Hearing(Guard guard, Bound bound, Inquiry inquiry, Predicate<SandboxFacts> held) {
        this.guard = guard;
        this.bound = bound;
        this.policies = bound.policies();
        this.inquiry = inquiry;
        this.held = held;
    }

    /** Puts the question through all checks; only once. */
    Judged outcome() {
        Decision decision = policies.admit(this);
        if (decision instanceof Decision.Deny && limited == null) {
            limited = guard.turnstile().refuse(bound, inquiry, skill);
        }
        if (limited != null) {
            decision = Decision.Deny.of(limited.reason());
            allowed = List.of();
        }
        // What a further look finds must not change what was found on the way to the verdict.
        List<String> nearest = allowed;
        SkillNote note = skill == null ? null : skill.note();
        long retryAfterMillis = limited == null ? 0 : Turnstile.millis(limited.retryAfterNanos());
        return new Judged(decision, nearest, note, retryAfterMillis, grounds(decision));
    }

    /** Who met a rate is told of that alone: it is there so that nobody probes what else is refused. */
    private Grounds grounds(Decision decision) {
        return limited == null
                ? policies.grounds(decision, inquiry.question(), this)
                : policies.grounds(limited.reason(), inquiry.question());
    }

    @Override
    public @Nullable ReasonCode held() {
        return held.test(policies.own().facts()) ? ReasonCode.PHASE_VIOLATION : null;
    }

    @Override
    public Decision judged() {
        Decision phase = policies.under(PASSES, policy -> held.test(policy.facts()) ? HELD_BACK : PASSES);
        if (phase instanceof Decision.Deny) {
            return phase;
        }
        ReasonCode disabled = enable();
        ReasonCode closed = disabled == null ? guard.closedTo(inquiry, skill != null) : disabled;
        return closed == null ? permitted() : Decision.Deny.of(closed);
    }

    @Override
    public @Nullable ReasonCode crowded() {
        Limited now = guard.turnstile().look(bound, inquiry, skill);
        return now == null ? null : now.reason();
    }

    @Override
    public @Nullable ReasonCode counted() {
        limited = guard.turnstile().admit(bound, inquiry, skill);
        return limited == null ? null : limited.reason();
    }

    /** Finds the skill in whose name this is asked; why it may not ask, or null. */
    private @Nullable ReasonCode enable() {
        String name = inquiry.skill();
        if (bound.skills().areUnknown()) {
            return null;
        }
        if (name == null) {
            return guard.settings().requireSkill() ? ReasonCode.SKILL_NOT_NAMED : null;
        }
        skill = bound.skills().find(name);
        return skill == null ? ReasonCode.SKILL_NOT_ENABLED : null;
    }

    private Decision permitted() {
        Decision declared = skill == null ? PASSES : declared(skill);
        if (declared instanceof Decision.Deny) {
            return declared;
        }
        Decision decision = policies.ask(policy -> policy.decide(inquiry.question()));
        if (!(decision instanceof Decision.Allow allow)) {
            allowed = decision.reason() == ReasonCode.NO_GRANT ? nearest(policies.own()) : List.of();
            return decision;
        }
        ReasonCode fault = skill == null ? null : commandFault(skill);
        return fault == null ? tighter(allow, declared) : Decision.Deny.of(fault);
    }

    /** The verdict of every manifest; the first that does not allow answers. */
    private Decision declared(Enabled enabled) {
        Decision tightest = PASSES;
        for (Skill manifest : enabled.manifests()) {
            Decision said = manifest.permissions().check(inquiry);
            if (!(said instanceof Decision.Allow allow)) {
                allowed = manifest.permissions().nearest(inquiry, Refusal.MAX_ALLOWED);
                return said;
            }
            tightest = tighter(allow, tightest);
        }
        return tightest;
    }

    /** A manifest attaches nothing but that a tunnel is to be opened. */
    private static Decision tighter(Decision.Allow allow, Decision declared) {
        return declared instanceof Decision.Allow other && other.obligations().intercept()
                ? new Decision.Allow(
                        allow.reason(),
                        allow.rule(),
                        allow.mode(),
                        allow.obligations().intercepting())
                : allow;
    }

    private @Nullable ReasonCode commandFault(Enabled enabled) {
        String command = inquiry.command();
        for (Skill manifest : enabled.manifests()) {
            ReasonCode fault = command == null ? null : manifest.fault(command);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private List<String> nearest(PolicySnapshot policy) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> policy.nearest(request, Refusal.MAX_ALLOWED);
            case CanonicalAction action -> policy.nearest(action, Refusal.MAX_ALLOWED);
        };
    }
}
