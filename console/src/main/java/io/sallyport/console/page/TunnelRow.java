package io.sallyport.console.page;

import java.util.List;

/**
 * An open tunnel of a sandbox.
 *
 * @param since when it was asked for, RFC 3339
 * @param inspected whether the gateway looks inside; then no bytes are counted
 */
public record TunnelRow(
        String auditId, String target, String since, long generation, boolean inspected, long bytesIn, long bytesOut) {
    /** Reads the answer of {@code GET /v1/sandboxes/{id}/tunnels}. */
    public static List<TunnelRow> of(AnswerNode answer) {
        return answer.items("tunnels").stream().map(TunnelRow::one).toList();
    }

    private static TunnelRow one(AnswerNode tunnel) {
        return new TunnelRow(
                tunnel.text("audit_id"),
                tunnel.text("target"),
                tunnel.text("since"),
                tunnel.number("generation"),
                tunnel.isTrue("inspected"),
                tunnel.number("bytes_in"),
                tunnel.number("bytes_out"));
    }
}
