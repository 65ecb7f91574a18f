package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.model.measure.LabelCap;
import io.sallyport.transport.PooledBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Meters of buffered bytes and the memory that holds them. */
public final class BufferMeters implements RefreshedMeters {
    private final BufferBudget budget;
    private final SandboxRegistry sandboxes;
    private final LabelCap labels;
    private @Nullable MultiGauge bySandbox;

    /** @param labels of sandboxes */
    public BufferMeters(BufferBudget budget, SandboxRegistry sandboxes, LabelCap labels) {
        this.labels = labels;
        this.budget = budget;
        this.sandboxes = sandboxes;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "buffered.bytes", "Bytes that wait for a client or a target to read them.", budget::used);
        gauge(
                registry,
                "buffered.bytes.limit",
                "The most that may wait, of all sandboxes.",
                () -> budget.limits().bytes());
        gauge(
                registry,
                "direct.memory.bytes",
                "Direct memory that is reserved for buffers.",
                PooledBuffers::reservedBytes);
        gauge(
                registry,
                "direct.memory.limit.bytes",
                "The most direct memory that this process may have.",
                PooledBuffers::directMemoryBytes);
        bySandbox = MultiGauge.builder("sallyport.sandbox.buffered.bytes")
                .description("Bytes that wait of one sandbox, where it is not 0.")
                .register(registry);
    }

    private static void gauge(MeterRegistry registry, String name, String help, Supplier<Number> value) {
        Gauge.builder("sallyport." + name, value).description(help).register(registry);
    }

    /** Reports only sandboxes with buffered bytes, which are few. */
    @Override
    public void refresh() {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        sandboxes.all().forEach(sandbox -> {
            long used = sandbox.admission().buffers().used();
            String id = sandbox.id().text();
            if (used != 0 && labels.label(id).equals(id)) {
                rows.add(MultiGauge.Row.of(Tags.of("sandbox", id), used));
            }
        });
        Objects.requireNonNull(bySandbox, "not bound").register(rows, true);
    }
}
