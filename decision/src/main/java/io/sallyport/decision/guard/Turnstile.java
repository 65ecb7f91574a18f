package io.sallyport.decision.guard;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.skills.CallRates;
import io.sallyport.decision.skills.SkillsInForce.Enabled;
import io.sallyport.model.Decision;
import io.sallyport.model.Inquiry;
import io.sallyport.model.RateLimits;
import io.sallyport.model.SkillLimits;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The last check of a question: what is allowed takes of its rates, and what is refused of a larger one. */
final class Turnstile {
    private final CheckSettings settings;
    private final SkillLimits ofEach;

    Turnstile(CheckSettings settings) {
        this.settings = settings;
        this.ofEach = new SkillLimits(settings.skills(), Map.of(), RateLimits.NONE_OF_IT, 0, 0);
    }

    /**
     * What becomes of {@code judged} under the rates. A dry run takes nothing.
     *
     * @param skill null where none is in use by the name that was given, or none was named
     */
    Judged pass(Bound bound, Inquiry inquiry, @Nullable Enabled skill, Judged judged) {
        SkillLimits limits = skill == null ? SkillLimits.NONE : skill.limits().and(ofEach);
        CallRates.Limited limited = judged.isAllowed()
                ? admit(bound, inquiry, skill, limits)
                : refuse(bound, inquiry, limits);
        Judged passed = limited == null
                ? judged
                : new Judged(Decision.Deny.of(limited.reason()), List.of(), null, millis(limited.retryAfterNanos()));
        return skill == null ? passed : passed.with(skill.note());
    }

    private CallRates.@Nullable Limited admit(
            Bound bound, Inquiry inquiry, @Nullable Enabled skill, SkillLimits limits) {
        var demand = new CallRates.Demand(
                skill == null ? null : inquiry.skill(),
                limits,
                inquiry.capability(),
                settings.of(inquiry.capability()));
        return rates(bound).admit(run(bound), demand, !inquiry.dryRun());
    }

    /** Only who names a skill probes what it may: what the sandbox asks for itself is told as ever. */
    private CallRates.@Nullable Limited refuse(Bound bound, Inquiry inquiry, SkillLimits limits) {
        String named = inquiry.skill();
        if (named == null || bound.skills().areUnknown()) {
            return null;
        }
        String known = bound.skills().know(named) ? named : null;
        return rates(bound).refuse(run(bound), known, limits, !inquiry.dryRun());
    }

    private static CallRates rates(Bound bound) {
        return bound.policies().sandbox().admission().skills().rates();
    }

    private static CallRates.Run run(Bound bound) {
        PolicySnapshot own = bound.policies().own();
        return new CallRates.Run(own.facts().run(), own.generation());
    }

    /** Rounded up: whoever waits so long is not too early. */
    private static long millis(long nanos) {
        return nanos == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1;
    }
}
