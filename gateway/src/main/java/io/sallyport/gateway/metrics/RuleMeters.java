package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.audit.rules.RuleEffect;
import io.sallyport.control.PolicyControl;
import io.sallyport.model.measure.LabelCap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the guardrails: changes that wait, what is tried, and rules whose names are written as constants: no label
 * is made of a request. A rule keeps its meter until the gateway ends.
 */
public final class RuleMeters implements RefreshedMeters {
    private final PolicyControl control;
    private final RuleCounts counts;
    private final LabelCap labels;
    private @Nullable MeterRegistry registry;

    public RuleMeters(PolicyControl control, RuleCounts counts, LabelCap labels) {
        this.labels = labels;
        this.control = control;
        this.counts = counts;
    }

    @Override
    public void bindTo(MeterRegistry to) {
        registry = to;
        Gauge.builder(
                        "sallyport.guardrails.pending",
                        () -> control.approvals().list().size())
                .description("Changes of the guardrails that wait for approval.")
                .register(to);
        Gauge.builder(
                        "sallyport.sandbox.candidates",
                        () -> control.trials().open().candidates())
                .description("Sandboxes with a candidate beside what is in force.")
                .register(to);
        Gauge.builder(
                        "sallyport.sandboxes.in.report.mode",
                        () -> control.trials().open().inReportMode())
                .description("Sandboxes in report mode: what policy alone refuses passes.")
                .register(to);
        refresh();
    }

    @Override
    public void refresh() {
        for (String rule : control.guardrailRules()) {
            if (!labels.has(rule) && labels.label(rule).equals(rule)) {
                List.of(RuleEffect.DENY, RuleEffect.WOULD_DENY).forEach(effect -> bind(rule, effect));
            }
        }
    }

    private void bind(String rule, RuleEffect effect) {
        FunctionCounter.builder("sallyport.rule.hits", counts, from -> from.hits(effect, rule))
                .tag("rule", rule)
                .tag("verdict", effect.word())
                .description("Requests that a guardrail refused, or would have refused in report mode.")
                .register(Objects.requireNonNull(registry, "not bound"));
    }
}
