package io.sallyport.decision.guard;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.skills.CallRates;
import io.sallyport.decision.skills.SkillsInForce.Enabled;
import io.sallyport.model.RateLimits;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.Inquiry;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rates of questions: what is allowed takes of its own, and what is refused of a larger one. Safe for concurrent
 * use.
 */
final class QuestionRates {
    private final CheckSettings settings;
    private final SkillLimits ofEach;

    QuestionRates(CheckSettings settings) {
        this.settings = settings;
        this.ofEach = new SkillLimits(settings.skills(), Map.of(), RateLimits.NONE_OF_IT, 0, 0);
    }

    /**
     * Takes what an allowed question takes; a dry run takes nothing.
     *
     * @param skill null where none is named, or none is known
     * @param counted false: nothing is taken, it is only looked
     */
    Verdict admit(BoundPolicies bound, Inquiry inquiry, @Nullable Enabled skill, boolean counted) {
        return rates(bound).admit(run(bound), demand(inquiry, skill), counted && !inquiry.dryRun());
    }

    private CallRates.Demand demand(Inquiry inquiry, @Nullable Enabled skill) {
        return new CallRates.Demand(
                skill == null ? null : inquiry.skill(),
                limits(skill),
                inquiry.capability(),
                settings.of(inquiry.capability()));
    }

    /**
     * Takes what a refused question takes. Only who names a skill probes what it may: what the sandbox asks for itself
     * is told as ever. A refusal means: who asks is not even told what refused it.
     */
    Verdict refuse(BoundPolicies bound, Inquiry inquiry, @Nullable Enabled skill) {
        String named = inquiry.skill();
        if (named == null || bound.skills().areUnknown()) {
            return Verdict.PASS;
        }
        String known = bound.skills().know(named) ? named : null;
        return rates(bound).refuse(run(bound), known, limits(skill), !inquiry.dryRun());
    }

    private SkillLimits limits(@Nullable Enabled skill) {
        return skill == null ? SkillLimits.NONE : skill.limits().and(ofEach);
    }

    private static CallRates rates(BoundPolicies bound) {
        return bound.policies().sandbox().admission().skills().rates();
    }

    private static CallRates.Run run(BoundPolicies bound) {
        PolicySnapshot own = bound.policies().own();
        return new CallRates.Run(own.facts().run(), own.generation());
    }

    /** Rounded up: whoever waits so long is not too early. */
    static long millis(long nanos) {
        return nanos == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1;
    }
}
