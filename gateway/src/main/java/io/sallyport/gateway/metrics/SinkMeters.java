package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.auditexport.sink.AuditSinks;
import io.sallyport.auditexport.sink.SinkState;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Meters of the sinks of the audit log; their names, of which the configuration has at most 16, are a label. */
public record SinkMeters(AuditSinks sinks) implements MeterBinder {
    private static final String NAME = "sallyport.audit.sink.";

    @Override
    public void bindTo(MeterRegistry registry) {
        for (SinkState sink : sinks.states()) {
            counter(registry, sink.name(), "delivered", "Records that the receiver has.", SinkState::delivered);
            counter(registry, sink.name(), "dropped", "Records that were skipped.", SinkState::dropped);
            counter(registry, sink.name(), "failures", "Deliveries that failed.", SinkState::failures);
            gauge(registry, sink.name(), "lag.bytes", "Bytes of the log that wait.", SinkState::lagBytes);
            gauge(registry, sink.name(), "failing", "1 while deliveries fail.", now -> now.failure() == null ? 0 : 1);
            TimeGauge.builder(NAME + "lag", () -> value(sink.name(), SinkState::lagNanos), TimeUnit.NANOSECONDS)
                    .description("The age of the oldest record that waits.")
                    .tag("sink", sink.name())
                    .register(registry);
        }
    }

    private double value(String name, ToDoubleFunction<SinkState> of) {
        return sinks.states().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(of)
                .sum();
    }

    private void counter(
            MeterRegistry registry, String sink, String name, String help, ToDoubleFunction<SinkState> of) {
        FunctionCounter.builder(NAME + name, sinks, _ -> value(sink, of))
                .description(help)
                .tag("sink", sink)
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String sink, String name, String help, ToDoubleFunction<SinkState> of) {
        Gauge.builder(NAME + name, () -> value(sink, of))
                .description(help)
                .tag("sink", sink)
                .register(registry);
    }
}
