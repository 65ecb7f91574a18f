package io.sallyport.decision.guard;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.FileOperation;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.model.message.Inquiry;
import java.util.function.Predicate;

/**
 * Puts questions through the checks that {@link QuestionCheck} makes, with what the operator says of them. No wait;
 * only rates are counted. Safe for concurrent use.
 */
public final class Guard {
    private final ClosedPaths closed;
    private final SkillRegistry registry;
    private final CheckSettings settings;
    private final QuestionRates rates;
    private final SkillMetrics metrics;

    /** A guard that knows no skills but those that are pushed, and bounds no capability. */
    public Guard(ClosedPaths closed) {
        this(closed, new SkillRegistry(), CheckSettings.BY_DEFAULT);
    }

    /** One whose counts nobody reads. */
    public Guard(ClosedPaths closed, SkillRegistry registry, CheckSettings settings) {
        this(closed, registry, settings, new SimpleMeterRegistry());
    }

    /**
     * A guard.
     *
     * @param registry the operator's skills, if there are any
     * @param meters where questions on behalf of skills are counted
     */
    public Guard(ClosedPaths closed, SkillRegistry registry, CheckSettings settings, MeterRegistry meters) {
        this.closed = closed;
        this.registry = registry;
        this.settings = settings;
        this.rates = new QuestionRates(settings);
        this.metrics = new SkillMetrics(meters);
    }

    /** What was counted of questions on behalf of skills, at every door. */
    public SkillMetrics metrics() {
        return metrics;
    }

    /** What binds the questions of {@code sandbox} now, whose identity was proved so. */
    BoundPolicies bind(Sandbox sandbox, IdentityKind kind) {
        PolicyChain policies = PolicyChain.of(sandbox, kind);
        return new BoundPolicies(policies, policies.skills(registry));
    }

    /** The verdict on {@code inquiry}; {@code mode} says what is done about secrets in it. */
    JudgedQuestion check(BoundPolicies bound, Inquiry inquiry, FindingMode mode) {
        return check(bound, inquiry, mode, facts -> facts.holdsBack(inquiry.capability()));
    }

    /** The same for traffic that somebody else carries: its phase holds it back as it does at the proxy. */
    JudgedQuestion checkTraffic(BoundPolicies bound, Inquiry inquiry, FindingMode mode) {
        boolean request = inquiry.question() instanceof CanonicalRequest;
        return check(
                bound,
                inquiry,
                mode,
                facts -> request ? facts.holdsBackTraffic() : facts.holdsBack(inquiry.capability()));
    }

    /** What a question about {@code action} would be answered, with nothing counted; for who explains it. */
    public Decision tried(Sandbox sandbox, CanonicalAction action) {
        var inquiry = new Inquiry(action, action.capability(), action.skill(), null, null, false, true);
        return check(bind(sandbox, IdentityKind.TOKEN), inquiry, FindingMode.OFF)
                .decision();
    }

    private JudgedQuestion check(BoundPolicies bound, Inquiry inquiry, FindingMode mode, Predicate<SandboxFacts> held) {
        return new QuestionCheck(this, bound, inquiry.in(settings.pathCase()), mode, held).outcome();
    }

    CheckSettings settings() {
        return settings;
    }

    QuestionRates rates() {
        return rates;
    }

    /**
     * Whether it is not closed to everyone.
     *
     * @param declarable whether a manifest can declare what is executed
     */
    Verdict isOpen(Inquiry inquiry, boolean declarable) {
        return switch (inquiry.question()) {
            case CanonicalRequest request ->
                Verdict.passIf(!GatewayNames.isOwn(request.host().text()), ReasonCode.LOCAL_NAME);
            case CanonicalAction action ->
                action.kind() == RequestKind.FILE ? isOpen(action, inquiry, declarable) : Verdict.PASS;
        };
    }

    /** Where no operation is named, it may be any that its capability is for. */
    private Verdict isOpen(CanonicalAction file, Inquiry inquiry, boolean declarable) {
        FileOperation operation = inquiry.operation();
        boolean takesAway = operation == null
                ? file.capability().equals(CapabilityName.FS_WRITE)
                : operation == FileOperation.DELETE || operation == FileOperation.RENAME;
        if (closed.contains(file.target()) || (takesAway && closed.liesBelow(file.target()))) {
            return Verdict.refuse(ReasonCode.PATH_NOT_ALLOWED);
        }
        return Verdict.passIf(operation != FileOperation.EXECUTE || declarable, ReasonCode.FS_NOT_DECLARED);
    }
}
