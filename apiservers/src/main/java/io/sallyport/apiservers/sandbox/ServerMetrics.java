package io.sallyport.apiservers.sandbox;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.apiservers.FailureCause;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** API servers by their state, and how their runs ended; every tag is a word of ours. Safe for concurrent use. */
record ServerMetrics(ServerEvents events, Supplier<Collection<ServerRun>> runs) implements MeterBinder {
    private static final List<String> STATES = List.of("starting", "healthy", "failed", "stopping", "stopped");

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String state : STATES) {
            Gauge.builder("sallyport.api.servers", () -> in(state))
                    .tag("state", state)
                    .description("API servers of the sandboxes that are there, by state.")
                    .register(registry);
        }
        outcome(registry, "ended", ServerEvents::ended);
        for (FailureCause why : FailureCause.values()) {
            outcome(registry, why.word(), from -> from.failed(why));
        }
    }

    private long in(String state) {
        return runs.get().stream()
                .flatMap(run -> run.group().servers().stream())
                .filter(server -> server.state().word().equals(state))
                .count();
    }

    private void outcome(MeterRegistry registry, String word, ToDoubleFunction<ServerEvents> count) {
        FunctionCounter.builder("sallyport.api.server.runs", events, count)
                .tag("outcome", word)
                .description("Runs with API servers, by how they ended or why they failed.")
                .register(registry);
    }
}
