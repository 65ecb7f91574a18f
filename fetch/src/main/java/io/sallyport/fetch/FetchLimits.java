package io.sallyport.fetch;

import java.time.Duration;

/**
 * The bounds of the listener.
 *
 * @param maxHeadBytes of a request's fields
 * @param maxConnections open at one time
 * @param maxConnectionsEach of one run, with a request under way
 * @param readTimeout from a request's first byte, or the connection's beginning, to the end of its body
 * @param writeTimeout for an answer to be taken, from its beginning
 * @param idleTimeout between two requests
 */
public record FetchLimits(
        int maxHeadBytes,
        int maxConnections,
        int maxConnectionsEach,
        Duration readTimeout,
        Duration writeTimeout,
        Duration idleTimeout) {
    public static final FetchLimits DEFAULT = new FetchLimits(
            16 << 10, 1_024, 64, Duration.ofSeconds(30), Duration.ofSeconds(120), Duration.ofSeconds(60));
}
