package io.sallyport.decision.guard;

import io.sallyport.decision.Check;
import io.sallyport.decision.Door;
import io.sallyport.decision.Judging;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillsInForce.Enabled;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SkillNote;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.Inquiry;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One question before the guard. The order of checks, of which the first that fails answers: has the sandbox ended,
 * does its phase hold this back, is the skill in use, is it closed to everyone, does the skill declare it, what do the
 * policies say, is there such a command, is a budget used up, is a rate. Confined to its thread.
 */
final class QuestionCheck implements Operation {
    private static final Decision PASSES = new Decision.Allow(ReasonCode.GRANTED, null, Mode.ENFORCE, Obligations.NONE);
    private static final Verdict.Refuse HELD_BACK = Verdict.refuse(ReasonCode.PHASE_VIOLATION);

    private final Guard guard;
    private final BoundPolicies bound;
    private final PolicyChain policies;
    private final Inquiry inquiry;
    private final FindingMode mode;
    private final Predicate<SandboxFacts> held;
    private @Nullable Enabled skill;
    private List<String> allowed = List.of();

    /**
     * A check.
     *
     * @param mode what is done about secrets in a request that the policies allow
     * @param held whether the phase of a sandbox holds this back
     */
    QuestionCheck(Guard guard, BoundPolicies bound, Inquiry inquiry, FindingMode mode, Predicate<SandboxFacts> held) {
        this.guard = guard;
        this.bound = bound;
        this.policies = bound.policies();
        this.inquiry = inquiry;
        this.mode = mode;
        this.held = held;
    }

    /** Puts the question through all checks; only once. */
    JudgedQuestion outcome() {
        Judging judging = policies.admit(this);
        return switch (judging) {
            case Judging.Admitted(Decision.Allow allow, var _) -> judged(allow, judging);
            case Judging.Refused refused when refused.by() == Check.RATES -> limited(refused.why());
            case Judging.Refused refused ->
                guard.rates().refuse(bound, inquiry, skill) instanceof Verdict.Refuse limit
                        ? limited(limit)
                        : judged(refused.decision(), judging);
        };
    }

    /** Who met a rate is told of that alone: it is there so that nobody probes what else is refused. */
    private JudgedQuestion limited(Verdict.Refuse why) {
        return new JudgedQuestion(
                why.deny(),
                List.of(),
                note(),
                List.of(),
                QuestionRates.millis(why.retryAfterNanos()),
                policies.grounds(why.reason(), inquiry.question()));
    }

    private JudgedQuestion judged(Decision decision, Judging judging) {
        // What a further look finds must not change what was found on the way to the verdict.
        List<String> nearest = allowed;
        SkillNote note = note();
        return new JudgedQuestion(
                decision, nearest, note, found(decision), 0, policies.grounds(judging, inquiry.question(), this));
    }

    /** As at the proxy: of what policy refuses nothing is said. */
    private List<FoundSecret> found(Decision decision) {
        boolean isSearched = decision instanceof Decision.Allow || decision.reason() == ReasonCode.SECRET_FOUND;
        return isSearched && inquiry.question() instanceof CanonicalRequest request
                ? mode.found(request, inquiry.headers())
                : List.of();
    }

    private @Nullable SkillNote note() {
        return skill == null ? null : skill.note();
    }

    @Override
    public Door door() {
        return Door.QUESTION;
    }

    @Override
    public @Nullable CanonicalHost host() {
        return inquiry.question().host();
    }

    @Override
    public Verdict held() {
        return held.test(policies.own().facts()) ? HELD_BACK : Verdict.PASS;
    }

    @Override
    public Decision judged() {
        Decision phase = policies.under(PASSES, policy -> held.test(policy.facts()) ? HELD_BACK.deny() : PASSES);
        if (phase instanceof Decision.Deny) {
            return phase;
        }
        Verdict open = enable();
        if (open instanceof Verdict.Pass) {
            open = guard.isOpen(inquiry, skill != null);
        }
        return open instanceof Verdict.Refuse why ? why.deny() : permitted();
    }

    /**
     * Rates that the policies name are part of the answer: whoever asks meets them. An answer that allows is a use of
     * the lease; it is taken last, so that what is refused uses nothing.
     */
    @Override
    public Verdict rated(Obligations obligations, boolean counted) {
        Verdict room = guard.rates().admit(bound, inquiry, skill, counted);
        boolean uses = room instanceof Verdict.Pass && counted && !inquiry.dryRun();
        return uses ? use(policies.sandbox().admission().account()) : room;
    }

    /** Where other gateways share the counter, whoever asks has waited for the store. */
    private Verdict use(Account account) {
        if (account.takeUse(host())) {
            return Verdict.PASS;
        }
        boolean mayCome = account.exhausted(host()) == null && account.awaitUse(host()) != null;
        return Verdict.refuse(mayCome ? ReasonCode.STATE_UNAVAILABLE : ReasonCode.BUDGET_EXHAUSTED);
    }

    /** Finds the skill in whose name this is asked, and whether it may ask. */
    private Verdict enable() {
        String name = inquiry.skill();
        if (bound.skills().areUnknown()) {
            return Verdict.PASS;
        }
        if (name == null) {
            return Verdict.passIf(!guard.settings().requireSkill(), ReasonCode.SKILL_NOT_NAMED);
        }
        skill = bound.skills().find(name);
        return Verdict.passIf(skill != null, ReasonCode.SKILL_NOT_ENABLED);
    }

    private Decision permitted() {
        Decision declared = skill == null ? PASSES : declared(skill);
        if (declared instanceof Decision.Deny) {
            return declared;
        }
        Decision decision =
                policies.ask(policy -> policy.decide(inquiry.question(), inquiry.headers(), policies.identity()));
        if (!(decision instanceof Decision.Allow allow)) {
            allowed = decision.reason() == ReasonCode.NO_GRANT ? nearest(policies.own()) : List.of();
            return decision;
        }
        Verdict command = skill == null ? Verdict.PASS : command(skill);
        if (command instanceof Verdict.Refuse why) {
            return why.deny();
        }
        Decision.Allow all = tighter(allow, declared);
        return inquiry.question() instanceof CanonicalRequest request
                ? mode.judge(request, inquiry.headers(), all)
                : all;
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
    private static Decision.Allow tighter(Decision.Allow allow, Decision declared) {
        return declared instanceof Decision.Allow other && other.obligations().intercept()
                ? new Decision.Allow(
                        allow.reason(),
                        allow.rule(),
                        allow.mode(),
                        allow.obligations().intercepting(),
                        allow.reported())
                : allow;
    }

    private Verdict command(Enabled enabled) {
        String command = inquiry.command();
        if (command == null) {
            return Verdict.PASS;
        }
        for (Skill manifest : enabled.manifests()) {
            if (manifest.runs(command) instanceof Verdict.Refuse why) {
                return why;
            }
        }
        return Verdict.PASS;
    }

    private List<String> nearest(PolicySnapshot policy) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> policy.nearest(request, Refusal.MAX_ALLOWED);
            case CanonicalAction action -> policy.nearest(action, Refusal.MAX_ALLOWED);
        };
    }
}
