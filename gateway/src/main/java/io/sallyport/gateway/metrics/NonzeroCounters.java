package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Counters that appear once there is something to count, so that a label with many possible values costs only those
 * that occur. Confined to one thread at a time.
 */
final class NonzeroCounters {
    private final MeterRegistry registry;
    private final List<Counted<?>> waiting = new ArrayList<>();

    NonzeroCounters(MeterRegistry registry) {
        this.registry = registry;
    }

    private record Counted<T>(String name, String help, Tags tags, T of, ToDoubleFunction<T> value) {
        boolean hasCounted() {
            return value.applyAsDouble(of) > 0;
        }

        void register(MeterRegistry registry) {
            FunctionCounter.builder(name, of, value)
                    .tags(tags)
                    .description(help)
                    .register(registry);
        }
    }

    /**
     * Adds a counter.
     *
     * @param of what counts, which the caller holds
     */
    <T> void add(String name, String help, Tags tags, T of, ToDoubleFunction<T> value) {
        waiting.add(new Counted<>(name, help, tags, of, value));
    }

    /** Registers the counters that have counted something since. */
    void refresh() {
        waiting.removeIf(counted -> {
            boolean appears = counted.hasCounted();
            if (appears) {
                counted.register(registry);
            }
            return appears;
        });
    }
}
