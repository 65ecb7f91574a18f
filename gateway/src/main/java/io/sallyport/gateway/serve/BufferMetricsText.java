package io.sallyport.gateway.serve;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.transport.PooledBuffers;

/** What {@code /metrics} says of bytes that nobody reads, and of the memory that they stand in. Safe for concurrent use. */
record BufferMetricsText(BufferBudget budget, SandboxRegistry sandboxes) {
    /** Of sandboxes only those of which something waits have a line: of most nothing does. */
    void write(StringBuilder text) {
        gauge(
                text,
                "sallyport_buffered_bytes",
                "Bytes that wait for a client or a target to read them.",
                budget.used());
        gauge(
                text,
                "sallyport_buffered_bytes_limit",
                "The most that may wait, of all sandboxes.",
                budget.limits().bytes());
        text.append("# HELP sallyport_sandbox_buffered_bytes The same of one sandbox, where it is not 0.\n");
        text.append("# TYPE sallyport_sandbox_buffered_bytes gauge\n");
        for (Sandbox sandbox : sandboxes.all()) {
            long used = sandbox.admission().buffers().used();
            if (used != 0) {
                text.append("sallyport_sandbox_buffered_bytes{sandbox=\"%s\"} %d\n".formatted(sandbox.id(), used));
            }
        }
        gauge(
                text,
                "sallyport_direct_memory_bytes",
                "Direct memory that is reserved for buffers.",
                PooledBuffers.reservedBytes());
        gauge(
                text,
                "sallyport_direct_memory_limit_bytes",
                "The most direct memory that this process may have.",
                PooledBuffers.directMemoryBytes());
    }

    private static void gauge(StringBuilder text, String name, String help, long value) {
        text.append("# HELP %s %s\n# TYPE %s gauge\n%s %d\n".formatted(name, help, name, name, value));
    }
}
