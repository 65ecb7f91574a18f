package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.auditstore.StoreState;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Meters of the audit store. Safe for concurrent use. */
public record StoreMeters(Supplier<StoreState> states) implements MeterBinder {
    private static final String NAME = "sallyport.audit.store.";

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "records", "Records that the audit store holds.", StoreState::records);
        gauge(registry, "bytes", "Its size on disk at its last commit.", StoreState::bytes);
        gauge(
                registry,
                "complete",
                "1 if the audit store was at the end of the log when it last looked.",
                state -> state.isComplete() ? 1 : 0);
        FunctionCounter.builder(NAME + "rebuilds", states, from -> from.get().rebuilds())
                .description("How often the audit store was begun anew.")
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String help, ToDoubleFunction<StoreState> value) {
        Gauge.builder(NAME + name, () -> value.applyAsDouble(states.get()))
                .description(help)
                .register(registry);
    }
}
