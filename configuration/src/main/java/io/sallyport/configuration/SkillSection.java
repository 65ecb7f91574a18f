package io.sallyport.configuration;

import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.PathCase;
import io.sallyport.model.RateLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code skills}, and {@code guard.rates} and {@code guard.path_case}. */
final class SkillSection {
    private static final Duration WATCH = Duration.ofSeconds(5);
    private static final Form<Integer> BOUND = Form.number(1, RateLimits.MAX);

    private static final List<String> CAPABILITIES = List.of(
            CapabilityName.NET_FETCH,
            CapabilityName.FS_READ,
            CapabilityName.FS_WRITE,
            CapabilityName.TOOL_CALL,
            CapabilityName.MODEL_USE,
            CapabilityName.AGENT_DELEGATE);

    private static final Keys SKILLS = new Keys("skills");
    private static final Key<String> REGISTRY =
            SKILLS.optional("registry", Forms.FOLDER, "none", "The folder of manifests ([guard](guard.md)).");
    private static final Key<Duration> WATCHED = SKILLS.value(
            "watch",
            Form.duration("off, or " + Values.DURATION, SkillSection::watch),
            WATCH,
            "How often it is looked at.");
    private static final Key<Boolean> REQUIRE = SKILLS.value(
            "require", Form.TRUTH, false, "Whether a question has to name a skill where skills are known.");

    private static final Bounds OF_EACH = new Bounds("skills.limits", "of each skill, whatever its manifest says");

    private static final Keys GUARD = new Keys("guard");
    private static final Key<PathCase> PATH_CASE = GUARD.value(
            "path_case",
            Forms.words(PathCase.values(), PathCase::word),
            PathCase.EXACT,
            "How paths are compared. `folded`: A to Z are a to z, where the file system of the sandboxes has it so.");

    private static final Bounds OF_CAPABILITY =
            new Bounds("guard.rates.*", "of one sandbox that ask for the capability, such as `tool.call`");

    private SkillSection() {}

    /** The keys of rate limits. */
    private static final class Bounds {
        private final Keys keys;
        private final Key<Integer> perSecond;
        private final Key<Integer> perMinute;
        private final Key<Integer> perRun;

        private Bounds(String section, String whose) {
            keys = new Keys(section);
            perSecond = keys.optional("per_second", BOUND, "no bound", "Questions " + whose + ", in a second.");
            perMinute = keys.optional("per_minute", BOUND, "no bound", "The same in a minute.");
            perRun = keys.optional("per_run", BOUND, "no bound", "The same in the life of a sandbox.");
        }

        private RateLimits read(Section section) {
            var limits = new RateLimits(
                    section.read(perSecond, RateLimits.NONE_OF_IT),
                    section.read(perMinute, RateLimits.NONE_OF_IT),
                    section.read(perRun, RateLimits.NONE_OF_IT));
            section.end();
            return limits;
        }
    }

    static List<Keys> keys() {
        return List.of(GUARD, OF_CAPABILITY.keys, SKILLS, OF_EACH.keys);
    }

    /**
     * Reads the section and its keys in {@code guard}, whose other keys are read elsewhere.
     *
     * @param folder base of relative paths
     */
    static Config.Skills read(Section section, Path folder, Section guard) {
        Map<String, RateLimits> rates = rates(guard);
        PathCase pathCase = guard.read(PATH_CASE);
        Duration watch = section.read(WATCHED);
        boolean require = section.read(REQUIRE);
        RateLimits each = OF_EACH.read(section.section("limits"));
        Path registry = section.path(REGISTRY, folder);
        section.end();
        return new Config.Skills(
                registry, watch.isZero() ? null : watch, new CheckSettings(rates, each, require, pathCase));
    }

    private static @Nullable Duration watch(String text) {
        return text.equals("off") ? Duration.ZERO : Values.duration(text);
    }

    /** Reads {@code guard.rates}: capability to limits. */
    private static Map<String, RateLimits> rates(Section guard) {
        Section section = guard.section("rates");
        Map<String, RateLimits> rates = new HashMap<>();
        for (String capability : CAPABILITIES) {
            RateLimits limits = OF_CAPABILITY.read(section.section(capability));
            if (!limits.boundsNothing()) {
                rates.put(capability, limits);
            }
        }
        section.end();
        return rates;
    }
}
