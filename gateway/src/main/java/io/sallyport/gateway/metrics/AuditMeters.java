package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.audit.AuditCounters;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Meters of the audit log. Safe for concurrent use. */
public record AuditMeters(Supplier<AuditCounters> counters) implements MeterBinder {
    private static final String NAME = "sallyport.audit.";

    @Override
    public void bindTo(MeterRegistry registry) {
        counter(
                registry,
                "written",
                "Records that stand in the audit log as lines of their own.",
                AuditCounters::written);
        counter(registry, "folded", "Refusals that were counted in the audit log instead.", AuditCounters::folded);
        counter(registry, "lost", "Records that could not be kept.", AuditCounters::lost);
        gauge(registry, "queued.records", "Records that are held and not yet written.", AuditCounters::queuedRecords);
        gauge(registry, "queued.bytes", "Their size in memory.", AuditCounters::queuedBytes);
        gauge(registry, "failing", "1 while the audit log cannot be written.", now -> now.failure() == null ? 0 : 1);
        TimeGauge.builder(NAME + "lag", () -> counters.get().lagNanos(), TimeUnit.NANOSECONDS)
                .description("For how long the oldest of them has waited.")
                .register(registry);
    }

    private void counter(MeterRegistry registry, String name, String help, ToDoubleFunction<AuditCounters> value) {
        FunctionCounter.builder(NAME + name, counters, from -> value.applyAsDouble(from.get()))
                .description(help)
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String help, ToDoubleFunction<AuditCounters> value) {
        Gauge.builder(NAME + name, () -> value.applyAsDouble(counters.get()))
                .description(help)
                .register(registry);
    }
}
