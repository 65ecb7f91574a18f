package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.ledger.Balance;
import io.sallyport.model.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Meters of the number of sandboxes and of their remaining budgets. */
public final class SandboxMeters implements RefreshedMeters {
    private final SandboxRegistry sandboxes;
    private final LabelCaps labels;
    private @Nullable MultiGauge budgets;

    public SandboxMeters(SandboxRegistry sandboxes, LabelCaps labels) {
        this.labels = labels;
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
        labels.sandboxes()
                .retain(sandboxes.all().stream()
                        .map(sandbox -> sandbox.id().text())
                        .collect(Collectors.toUnmodifiableSet()));
        sandboxes
                .all()
                .forEach(sandbox -> sandbox.admission()
                        .account()
                        .balances()
                        .forEach(balance -> add(sandbox.id().text(), balance, rows)));
        Objects.requireNonNull(budgets, "not bound").register(rows, true);
    }

    private void add(String sandbox, Balance balance, List<MultiGauge.Row<?>> rows) {
        if (labels.sandboxes().label(sandbox).equals(sandbox)
                && labels.currencies().label(balance.currency()).equals(balance.currency())) {
            rows.add(MultiGauge.Row.of(
                    Tags.of("sandbox", sandbox, "currency", balance.currency()), balance.remaining()));
        }
    }
}
