package io.sallyport.gateway.serve;

import io.sallyport.audit.AuditCounters;
import java.util.Locale;
import java.util.function.Supplier;

/** What {@code /metrics} says of the audit log, in Prometheus' text form. Safe for concurrent use. */
final class AuditMetrics {
    private static final double NANOS = 1e9;

    private final Supplier<AuditCounters> counters;

    AuditMetrics(Supplier<AuditCounters> counters) {
        this.counters = counters;
    }

    /** Appends all of it. */
    void write(StringBuilder text) {
        AuditCounters now = counters.get();
        counter(text, "written_total", "Records that stand in the audit log as lines of their own.", now.written());
        counter(text, "folded_total", "Refusals that were counted in the audit log instead.", now.folded());
        counter(text, "lost_total", "Records that could not be kept.", now.lost());
        gauge(
                text,
                "queued_records",
                "Records that are held and not yet written.",
                String.valueOf(now.queuedRecords()));
        gauge(text, "queued_bytes", "Their size in memory.", String.valueOf(now.queuedBytes()));
        gauge(text, "lag_seconds", "For how long the oldest of them has waited.", seconds(now.lagNanos()));
        gauge(text, "failing", "1 while the audit log cannot be written.", now.failure() == null ? "0" : "1");
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / NANOS);
    }

    private static void counter(StringBuilder text, String name, String help, long value) {
        line(text, name, help, "counter", String.valueOf(value));
    }

    private static void gauge(StringBuilder text, String name, String help, String value) {
        line(text, name, help, "gauge", value);
    }

    private static void line(StringBuilder text, String name, String help, String type, String value) {
        String full = "sallyport_audit_" + name;
        text.append("# HELP %s %s\n# TYPE %s %s\n%s %s\n".formatted(full, help, full, type, full, value));
    }
}
