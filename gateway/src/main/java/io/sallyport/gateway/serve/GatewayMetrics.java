package io.sallyport.gateway.serve;

import io.sallyport.admin.Metrics;
import io.sallyport.decision.SandboxRegistry;

/** What {@code /metrics} says, in Prometheus' text form. Safe for concurrent use. */
final class GatewayMetrics implements Metrics {
    private final Traffic traffic;
    private final SandboxRegistry sandboxes;

    GatewayMetrics(Traffic traffic, SandboxRegistry sandboxes) {
        this.traffic = traffic;
        this.sandboxes = sandboxes;
    }

    @Override
    public String scrape() {
        var text = new StringBuilder();
        text.append("# HELP sallyport_requests_total Requests by how they ended.\n");
        text.append("# TYPE sallyport_requests_total counter\n");
        traffic.totals()
                .forEach((verdict, count) ->
                        text.append("sallyport_requests_total{verdict=\"%s\"} %d\n".formatted(verdict.word(), count)));
        gauge(
                text,
                "sallyport_sandboxes",
                "Sandboxes that are known.",
                sandboxes.all().size());
        Runtime jvm = Runtime.getRuntime();
        gauge(text, "sallyport_heap_used_bytes", "Heap in use.", jvm.totalMemory() - jvm.freeMemory());
        return text.toString();
    }

    private static void gauge(StringBuilder text, String name, String help, long value) {
        text.append("# HELP %s %s\n# TYPE %s gauge\n%s %d\n".formatted(name, help, name, name, value));
    }
}
