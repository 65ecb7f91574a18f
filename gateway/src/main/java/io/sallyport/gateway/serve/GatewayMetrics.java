package io.sallyport.gateway.serve;

import io.sallyport.admin.Metrics;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.ledger.Balance;
import io.sallyport.gateway.apiservers.ServerMetrics;

/** What {@code /metrics} says, in Prometheus' text form. Safe for concurrent use. */
final class GatewayMetrics implements Metrics {
    private final Traffic traffic;
    private final SandboxRegistry sandboxes;
    private final SkillMetricsText skills;
    private final BufferMetricsText buffers;
    private final ServerMetrics servers;
    private final AuditMetrics audit;

    GatewayMetrics(
            Traffic traffic,
            SandboxRegistry sandboxes,
            SkillMetricsText skills,
            BufferMetricsText buffers,
            ServerMetrics servers,
            AuditMetrics audit) {
        this.buffers = buffers;
        this.servers = servers;
        this.audit = audit;
        this.skills = skills;
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
        budgets(text);
        skills.write(text);
        servers.write(text);
        buffers.write(text);
        audit.write(text);
        Runtime jvm = Runtime.getRuntime();
        gauge(text, "sallyport_heap_used_bytes", "Heap in use.", jvm.totalMemory() - jvm.freeMemory());
        return text.toString();
    }

    /** Currencies are of letters, digits and {@code _}, ids of those and {@code .-}: none needs an escape. */
    private void budgets(StringBuilder text) {
        text.append("# HELP sallyport_cost_budget_remaining What is left of the budget that a lease names.\n");
        text.append("# TYPE sallyport_cost_budget_remaining gauge\n");
        for (Sandbox sandbox : sandboxes.all()) {
            for (Balance balance : sandbox.admission().account().balances()) {
                text.append("sallyport_cost_budget_remaining{sandbox=\"%s\",currency=\"%s\"} %s\n"
                        .formatted(
                                sandbox.id(),
                                balance.currency(),
                                balance.remaining().toPlainString()));
            }
        }
    }

    private static void gauge(StringBuilder text, String name, String help, long value) {
        text.append("# HELP %s %s\n# TYPE %s gauge\n%s %d\n".formatted(name, help, name, name, value));
    }
}
