package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.model.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Meters of the number of sandboxes and of their remaining budgets. */
public final class SandboxMeters implements RefreshedMeters {
    private final SandboxRegistry sandboxes;
    private @Nullable MultiGauge budgets;

    public SandboxMeters(SandboxRegistry sandboxes) {
        this.sandboxes = sandboxes;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sallyport.sandboxes", () -> sandboxes.all().size())
                .description("Sandboxes that are known.")
                .register(registry);
        for (Phase phase : Phase.values()) {
            Gauge.builder("sallyport.skill.phase", () -> in(phase))
                    .tag("phase", phase.word())
                    .description("Sandboxes by phase.")
                    .register(registry);
        }
        budgets = MultiGauge.builder("sallyport.cost.budget.remaining")
                .description("What is left of the budget that a lease names.")
                .register(registry);
    }

    private long in(Phase phase) {
        return sandboxes.all().stream()
                .filter(sandbox -> sandbox.policy().current().facts().phase() == phase)
                .count();
    }

    @Override
    public void refresh() {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        sandboxes
                .all()
                .forEach(sandbox -> sandbox.admission()
                        .account()
                        .balances()
                        .forEach(balance -> rows.add(MultiGauge.Row.of(
                                Tags.of("sandbox", sandbox.id().text(), "currency", balance.currency()),
                                balance.remaining()))));
        Objects.requireNonNull(budgets, "not bound").register(rows, true);
    }
}
