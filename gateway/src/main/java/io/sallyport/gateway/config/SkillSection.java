package io.sallyport.gateway.config;

import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.PathCase;
import io.sallyport.model.RateLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code skills}, and {@code guard.rates} and {@code guard.path_case}. */
final class SkillSection {
    private static final Duration WATCH = Duration.ofSeconds(5);
    private static final String WATCH_FORM = "off, or " + Values.DURATION;
    private static final String BOUND = "a number from 1 to " + RateLimits.MAX;

    private static final List<String> CAPABILITIES = List.of(
            CapabilityName.NET_FETCH,
            CapabilityName.FS_READ,
            CapabilityName.FS_WRITE,
            CapabilityName.TOOL_CALL,
            CapabilityName.MODEL_USE,
            CapabilityName.AGENT_DELEGATE);

    private SkillSection() {}

    /**
     * Reads both; {@code guard} has further keys, which another reads.
     *
     * @param registry the folder that the section names, or null
     */
    static Config.Skills read(Section section, @Nullable Path registry, Section guard) throws ConfigException {
        Map<String, RateLimits> rates = rates(guard);
        PathCase pathCase = guard.read("path_case", PathCase.EXACT, "exact or folded", SkillSection::pathCase);
        Duration watch = section.read("watch", WATCH, WATCH_FORM, SkillSection::watch);
        boolean require = section.read("require", false, "true or false", Values::trueOrFalse);
        RateLimits each = limits(section.section("limits"));
        section.end();
        return new Config.Skills(
                registry, watch.isZero() ? null : watch, new CheckSettings(rates, each, require, pathCase));
    }

    private static @Nullable Duration watch(String text) {
        return text.equals("off") ? Duration.ZERO : Values.duration(text);
    }

    private static @Nullable PathCase pathCase(String text) {
        return Arrays.stream(PathCase.values())
                .filter(pathCase -> pathCase.word().equals(text))
                .findFirst()
                .orElse(null);
    }

    /** {@code guard.rates}: capability to bounds. */
    private static Map<String, RateLimits> rates(Section guard) throws ConfigException {
        Section section = guard.section("rates");
        Map<String, RateLimits> rates = new HashMap<>();
        for (String capability : CAPABILITIES) {
            RateLimits limits = limits(section.section(capability));
            if (!limits.boundsNothing()) {
                rates.put(capability, limits);
            }
        }
        section.end();
        return rates;
    }

    private static RateLimits limits(Section section) throws ConfigException {
        var limits =
                new RateLimits(bound(section, "per_second"), bound(section, "per_minute"), bound(section, "per_run"));
        section.end();
        return limits;
    }

    private static int bound(Section section, String key) throws ConfigException {
        return section.read(key, RateLimits.NONE_OF_IT, BOUND, Values.number(1, RateLimits.MAX));
    }
}
