package io.sallyport.decision.guard;

import io.sallyport.model.PathCase;
import io.sallyport.model.RateLimits;
import java.util.Map;

/**
 * What the operator says of questions.
 *
 * @param rates what bounds each capability of a sandbox, as {@code tool.call}; one that is not named is not bounded
 * @param skills what bounds each skill, whatever its manifest says
 * @param requireSkill whether a question has to name a skill, where any are known
 * @param pathCase how paths of files are compared; who compiles grants does it the same way
 */
public record CheckSettings(Map<String, RateLimits> rates, RateLimits skills, boolean requireSkill, PathCase pathCase) {
    public static final CheckSettings BY_DEFAULT = new CheckSettings(Map.of(), RateLimits.NONE, false);

    /** Settings under which the case of paths counts. */
    public CheckSettings(Map<String, RateLimits> rates, RateLimits skills, boolean requireSkill) {
        this(rates, skills, requireSkill, PathCase.EXACT);
    }

    public CheckSettings {
        rates = Map.copyOf(rates);
    }

    RateLimits of(String capability) {
        return rates.getOrDefault(capability, RateLimits.NONE);
    }
}
