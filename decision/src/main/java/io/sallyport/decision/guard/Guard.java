package io.sallyport.decision.guard;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillsInForce.Enabled;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.FileOperation;
import io.sallyport.model.Inquiry;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Refusal;
import io.sallyport.model.RequestKind;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The order of checks, of which the first that fails answers: has the sandbox ended, does its phase hold this back, is the
 * skill in use, is it closed to everyone, does the skill declare it, what do the policies say, is there such a command, is a
 * budget used up, is a rate. No wait; only rates are counted. Safe for concurrent use.
 */
public final class Guard {
    private static final Decision PASSES =
            new Decision.Allow(ReasonCode.GRANTED, null, Mode.ENFORCE, Obligations.NONE);
    private static final Decision HELD_BACK = Decision.Deny.of(ReasonCode.PHASE_VIOLATION);

    private final ClosedPaths closed;
    private final SkillRegistry registry;
    private final Turnstile turnstile;
    private final CheckSettings settings;
    private final SkillMetrics metrics = new SkillMetrics();

    /** A guard that knows no skills but those that are pushed, and bounds no capability. */
    public Guard(ClosedPaths closed) {
        this(closed, new SkillRegistry(), CheckSettings.BY_DEFAULT);
    }

    public Guard(ClosedPaths closed, SkillRegistry registry, CheckSettings settings) {
        this.closed = closed;
        this.registry = registry;
        this.settings = settings;
        this.turnstile = new Turnstile(settings);
    }

    /** What was counted of questions on behalf of skills, at every door. */
    public SkillMetrics metrics() {
        return metrics;
    }

    /** What binds the questions of {@code sandbox} now. */
    Bound bind(Sandbox sandbox) {
        PolicyChain policies = PolicyChain.of(sandbox);
        return new Bound(policies, policies.skills(registry));
    }

    /** The verdict on {@code inquiry}. */
    Judged check(Bound bound, Inquiry inquiry) {
        return check(bound, inquiry, facts -> facts.holdsBack(inquiry.capability()));
    }

    /** The same for traffic that somebody else carries: its phase holds it back as it does at the proxy. */
    Judged checkTraffic(Bound bound, Inquiry inquiry) {
        boolean request = inquiry.question() instanceof CanonicalRequest;
        return check(
                bound, inquiry, facts -> request ? facts.holdsBackTraffic() : facts.holdsBack(inquiry.capability()));
    }

    private Judged check(Bound bound, Inquiry inquiry, Predicate<SandboxFacts> held) {
        PolicyChain policies = bound.policies();
        ReasonCode ended = policies.standing();
        if (ended != null) {
            return Judged.deny(ended);
        }
        Decision phase = policies.ask(policy -> held.test(policy.facts()) ? HELD_BACK : PASSES);
        if (phase instanceof Decision.Deny) {
            return Judged.of(phase);
        }
        String name = inquiry.skill();
        if (bound.skills().areUnknown() || (name == null && !settings.requireSkill())) {
            return turnstile.pass(bound, inquiry, null, judge(policies, inquiry, null));
        }
        Enabled skill = name == null ? null : bound.skills().find(name);
        ReasonCode missing = name == null ? ReasonCode.SKILL_NOT_NAMED : ReasonCode.SKILL_NOT_ENABLED;
        return turnstile.pass(
                bound, inquiry, skill, skill == null ? Judged.deny(missing) : judge(policies, inquiry, skill));
    }

    private Judged judge(PolicyChain policies, Inquiry inquiry, @Nullable Enabled skill) {
        ReasonCode shut = closedTo(inquiry, skill);
        if (shut != null) {
            return Judged.deny(shut);
        }
        Judged declared = skill == null ? Judged.of(PASSES) : declared(skill, inquiry);
        if (!declared.isAllowed()) {
            return declared;
        }
        Decision decision = policies.ask(policy -> judge(policy, inquiry));
        if (!(decision instanceof Decision.Allow allow)) {
            return Judged.deny(
                    decision,
                    decision.reason() == ReasonCode.NO_GRANT ? nearest(policies.own(), inquiry) : List.of());
        }
        ReasonCode fault = skill == null ? null : commandFault(skill, inquiry.command());
        ReasonCode after = fault == null ? policies.exhausted() : fault;
        return after == null ? Judged.of(tighter(allow, declared.decision())) : Judged.deny(after);
    }

    /** The verdict of every manifest; the first that does not allow answers. */
    private static Judged declared(Enabled skill, Inquiry inquiry) {
        Decision tightest = PASSES;
        for (Skill manifest : skill.manifests()) {
            Decision said = manifest.permissions().check(inquiry);
            if (!(said instanceof Decision.Allow allow)) {
                return Judged.deny(said, manifest.permissions().nearest(inquiry, Refusal.MAX_ALLOWED));
            }
            tightest = tighter(allow, tightest);
        }
        return Judged.of(tightest);
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

    private static @Nullable ReasonCode commandFault(Enabled skill, @Nullable String command) {
        if (command == null) {
            return null;
        }
        for (Skill manifest : skill.manifests()) {
            ReasonCode fault = manifest.fault(command);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable ReasonCode closedTo(Inquiry inquiry, @Nullable Enabled skill) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> GatewayNames.isOwn(request.host()) ? ReasonCode.LOCAL_NAME : null;
            case CanonicalAction action ->
                action.kind() == RequestKind.FILE ? closedTo(action, inquiry, skill != null) : null;
        };
    }

    /**
     * Where no operation is named, it may be any that its capability is for.
     *
     * @param declarable whether a manifest can declare what is executed
     */
    private @Nullable ReasonCode closedTo(CanonicalAction file, Inquiry inquiry, boolean declarable) {
        FileOperation operation = inquiry.operation();
        boolean takesAway = operation == null
                ? file.capability().equals(CapabilityName.FS_WRITE)
                : operation == FileOperation.DELETE || operation == FileOperation.RENAME;
        if (closed.contains(file.target()) || (takesAway && closed.liesBelow(file.target()))) {
            return ReasonCode.PATH_NOT_ALLOWED;
        }
        return operation == FileOperation.EXECUTE && !declarable ? ReasonCode.FS_NOT_DECLARED : null;
    }

    private static Decision judge(PolicySnapshot policy, Inquiry inquiry) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> policy.decide(request);
            case CanonicalAction action -> policy.decide(action);
        };
    }

    private static List<String> nearest(PolicySnapshot policy, Inquiry inquiry) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> policy.nearest(request, Refusal.MAX_ALLOWED);
            case CanonicalAction action -> policy.nearest(action, Refusal.MAX_ALLOWED);
        };
    }
}
