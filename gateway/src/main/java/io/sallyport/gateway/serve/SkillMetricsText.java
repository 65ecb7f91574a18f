package io.sallyport.gateway.serve;

import io.sallyport.control.RegistryOfSkills;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.SkillMetrics;
import io.sallyport.decision.guard.SkillMetrics.Counted;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What {@code /metrics} says of skills, in Prometheus' text form. Ids of skills are letters, digits, dots, {@code _} and
 * {@code -}, codes are words: none needs an escape. Safe for concurrent use.
 */
final class SkillMetricsText {
    private final SkillMetrics metrics;
    private final RegistryOfSkills registry;
    private final SandboxRegistry sandboxes;

    SkillMetricsText(SkillMetrics metrics, RegistryOfSkills registry, SandboxRegistry sandboxes) {
        this.metrics = metrics;
        this.registry = registry;
        this.sandboxes = sandboxes;
    }

    void write(StringBuilder text) {
        decisions(text);
        durations(text);
        running(text);
        phases(text);
        registry(text);
    }

    private void decisions(StringBuilder text) {
        Map<Counted, Long> decisions = metrics.decisions();
        byCode(text, "sallyport_skill_decisions_total", "Rulings on behalf of skills.", decisions, _ -> true);
        byCode(
                text,
                "sallyport_skill_errors_total",
                "Questions on behalf of skills that were malformed, or met a fault.",
                decisions,
                counted -> counted.verdict() == Verdict.REJECT || counted.verdict() == Verdict.FAIL);
        var limited = new TreeMap<String, Long>();
        decisions.forEach((counted, count) -> {
            if (counted.code().equals(ReasonCode.RATE_LIMITED.code())) {
                limited.merge("skill=\"" + counted.skill() + "\"", count, Long::sum);
            }
        });
        family(text, "sallyport_skill_rate_limited_total", "counter", "Questions that a rate refused.", limited);
    }

    private static void byCode(
            StringBuilder text, String name, String help, Map<Counted, Long> decisions, Predicate<Counted> which) {
        var samples = new TreeMap<String, Long>();
        decisions.forEach((counted, count) -> {
            if (which.test(counted)) {
                samples.merge("skill=\"%s\",code=\"%s\"".formatted(counted.skill(), counted.code()), count, Long::sum);
            }
        });
        family(text, name, "counter", help, samples);
    }

    private void durations(StringBuilder text) {
        String name = "sallyport_skill_decision_seconds";
        SkillMetrics.Durations durations = metrics.durations();
        header(text, name, "histogram", "How long rulings on behalf of skills took.");
        durations
                .upToSeconds()
                .forEach((end, count) -> text.append("%s_bucket{le=\"%s\"} %d\n".formatted(name, end, count)));
        text.append("%s_bucket{le=\"+Inf\"} %d\n".formatted(name, durations.count()));
        text.append("%s_sum %s\n%s_count %d\n".formatted(name, durations.sumSeconds(), name, durations.count()));
    }

    private void running(StringBuilder text) {
        var running = new HashMap<String, Long>();
        sandboxes.all().forEach(sandbox -> sandbox.admission().skills().rates().addRunning(running));
        var samples = new TreeMap<String, Long>();
        metrics.labelled(running).forEach((skill, calls) -> samples.put("skill=\"" + skill + "\"", calls));
        family(
                text,
                "sallyport_skill_inflight",
                "gauge",
                "Allowed calls that may still run, of skills that bound them.",
                samples);
    }

    private void phases(StringBuilder text) {
        var phases = new EnumMap<Phase, Long>(Phase.class);
        for (Phase phase : Phase.values()) {
            phases.put(phase, 0L);
        }
        for (Sandbox sandbox : sandboxes.all()) {
            phases.merge(sandbox.policy().current().facts().phase(), 1L, Long::sum);
        }
        var samples = new TreeMap<String, Long>();
        phases.forEach((phase, count) -> samples.put("phase=\"" + phase.word() + "\"", count));
        family(text, "sallyport_skill_phase", "gauge", "Sandboxes by phase.", samples);
    }

    private void registry(StringBuilder text) {
        RegistryOfSkills.State state = registry.state();
        header(text, "sallyport_skill_loaded", "gauge", "Skills that are loaded from the registry.");
        text.append("sallyport_skill_loaded %d\n".formatted(registry.loaded()));
        header(text, "sallyport_skill_registry_unreadable", "gauge", "Whether the registry cannot be read.");
        boolean unreadable = registry.isConfigured() && !state.readable();
        text.append("sallyport_skill_registry_unreadable %d\n".formatted(unreadable ? 1 : 0));
        header(text, "sallyport_skill_reload_seconds", "summary", "How long loading another set took.");
        text.append("sallyport_skill_reload_seconds_sum %s\n".formatted(state.reloadNanos() / 1e9));
        text.append("sallyport_skill_reload_seconds_count %d\n".formatted(state.reloads()));
    }

    private static void family(StringBuilder text, String name, String type, String help, Map<String, Long> samples) {
        header(text, name, type, help);
        samples.forEach((labels, count) -> text.append("%s{%s} %d\n".formatted(name, labels, count)));
    }

    private static void header(StringBuilder text, String name, String type, String help) {
        text.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    }
}
