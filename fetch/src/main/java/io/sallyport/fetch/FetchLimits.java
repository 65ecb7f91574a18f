package io.sallyport.fetch;

import io.sallyport.web.WebLimits;
import java.time.Duration;

/**
 * The bounds of the listener.
 *
 * @param maxHeadBytes of a request's fields
 * @param maxConnections open at one time
 * @param maxConnectionsEach of one run, with a request under way
 * @param readTimeout from the connection's beginning to a head, and from that to the end of its body
 * @param writeTimeout from a request's end to its answer, and from that for the answer to be taken
 * @param idleTimeout between an answer and the next head
 */
public record FetchLimits(
        int maxHeadBytes,
        int maxConnections,
        int maxConnectionsEach,
        Duration readTimeout,
        Duration writeTimeout,
        Duration idleTimeout) {
    private static final int MAX_LINE_BYTES = 8 << 10;
    private static final int MAX_FIELDS = 64;

    /** As many as the proxy takes of long bodies of fetches at one time, each of the largest. */
    private static final long MAX_BODIES_BYTES = 256L * FetchBody.MAX_BYTES;

    public static final FetchLimits DEFAULT = new FetchLimits(
            16 << 10, 1_024, 64, Duration.ofSeconds(30), Duration.ofSeconds(120), Duration.ofSeconds(60));

    /** Nothing is followed here, so the heartbeat says nothing. */
    WebLimits web() {
        return new WebLimits(
                MAX_LINE_BYTES,
                maxHeadBytes,
                MAX_FIELDS,
                MAX_BODIES_BYTES,
                maxConnections,
                maxConnectionsEach,
                readTimeout,
                readTimeout,
                writeTimeout,
                writeTimeout,
                idleTimeout,
                idleTimeout);
    }
}
