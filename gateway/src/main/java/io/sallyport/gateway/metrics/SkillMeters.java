package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.sallyport.control.RegistryOfSkills;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.guard.SkillMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Meters of the operator's skill registry and of running skills; {@link SkillMetrics} counts the questions itself. */
public final class SkillMeters implements RefreshedMeters {
    private final SkillMetrics labels;
    private final RegistryOfSkills skills;
    private final SandboxRegistry sandboxes;
    private @Nullable MultiGauge running;

    public SkillMeters(SkillMetrics labels, RegistryOfSkills skills, SandboxRegistry sandboxes) {
        this.labels = labels;
        this.skills = skills;
        this.sandboxes = sandboxes;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sallyport.skill.loaded", skills::loaded)
                .description("Skills that are loaded from the registry.")
                .register(registry);
        Gauge.builder("sallyport.skill.registry.unreadable", () -> isUnreadable() ? 1 : 0)
                .description("Whether the registry cannot be read.")
                .register(registry);
        FunctionTimer.builder(
                        "sallyport.skill.reload",
                        skills,
                        from -> from.state().reloads(),
                        from -> from.state().reloadNanos(),
                        TimeUnit.NANOSECONDS)
                .description("How long loading another set took.")
                .register(registry);
        running = MultiGauge.builder("sallyport.skill.inflight")
                .description("Allowed calls that may still run, of skills that bound them.")
                .register(registry);
    }

    private boolean isUnreadable() {
        return skills.isConfigured() && !skills.state().readable();
    }

    @Override
    public void refresh() {
        var calls = new HashMap<String, Long>();
        sandboxes.all().forEach(sandbox -> sandbox.admission().skills().rates().addRunning(calls));
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        labels.labelled(calls).forEach((skill, count) -> rows.add(MultiGauge.Row.of(Tags.of("skill", skill), count)));
        Objects.requireNonNull(running, "not bound").register(rows, true);
    }
}
