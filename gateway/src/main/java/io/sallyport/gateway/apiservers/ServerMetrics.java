package io.sallyport.gateway.apiservers;

import io.sallyport.apiservers.Failure;
import io.sallyport.apiservers.ServerProcess;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** What {@code /metrics} says of API servers, in Prometheus' text form; every label is a word of ours. Safe for concurrent use. */
public final class ServerMetrics {
    private static final List<String> STATES = List.of("starting", "healthy", "failed", "stopping", "stopped");

    private final ServerEvents events;
    private final Supplier<Collection<ServerRun>> runs;

    ServerMetrics(ServerEvents events, Supplier<Collection<ServerRun>> runs) {
        this.events = events;
        this.runs = runs;
    }

    /** Appends all of it. */
    public void write(StringBuilder text) {
        text.append("# HELP sallyport_api_servers API servers of the sandboxes that are there, by state.\n");
        text.append("# TYPE sallyport_api_servers gauge\n");
        List<String> now = runs.get().stream()
                .flatMap(run -> run.group().servers().stream())
                .map(ServerProcess::state)
                .map(state -> state.word())
                .toList();
        for (String state : STATES) {
            long count = now.stream().filter(state::equals).count();
            text.append("sallyport_api_servers{state=\"%s\"} %d\n".formatted(state, count));
        }
        text.append(
                "# HELP sallyport_api_server_runs_total Runs with API servers, by how they ended or why they failed.\n");
        text.append("# TYPE sallyport_api_server_runs_total counter\n");
        outcome(text, "ended", events.ended());
        for (Failure why : Failure.values()) {
            outcome(text, why.word(), events.failed(why));
        }
    }

    private static void outcome(StringBuilder text, String word, long count) {
        text.append("sallyport_api_server_runs_total{outcome=\"%s\"} %d\n".formatted(word, count));
    }
}
