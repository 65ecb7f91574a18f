package io.sallyport.admin;

import io.sallyport.web.WebLimits;
import java.time.Duration;

/**
 * The bounds of the control API.
 *
 * @param maxTargetBytes of the request line
 * @param maxHeadBytes of all header fields
 * @param maxBodyBytes of one request
 * @param maxBodiesBytes of all requests together
 * @param maxConnections beyond it the one that has waited longest for a request is closed
 * @param maxStreams followers of the audit at a time
 * @param headTimeout from the opening, or from the answer before, to a whole head: it bounds idle connections too
 * @param bodyTimeout from the head to the end of the body
 * @param writeTimeout for an answer to be taken by the caller
 * @param heartbeat between two signs of life on a quiet stream
 */
public record AdminLimits(
        int maxTargetBytes,
        int maxHeadBytes,
        int maxHeaders,
        int maxBodyBytes,
        long maxBodiesBytes,
        int maxConnections,
        int maxStreams,
        Duration headTimeout,
        Duration bodyTimeout,
        Duration writeTimeout,
        Duration heartbeat) {
    /** Compiling has a bound of its own, which an operator may raise: this one only ends what is stuck. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(10);

    /** A connection is kept for longer than by the JDK's client (30 s), so that no call of its meets the close. */
    public static final AdminLimits DEFAULTS = new AdminLimits(
            4_096,
            16_384,
            64,
            4 << 20,
            64L << 20,
            128,
            16,
            Duration.ofSeconds(40),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15));

    public AdminLimits {
        requirePositive("maxTargetBytes", maxTargetBytes);
        requirePositive("maxHeadBytes", maxHeadBytes);
        requirePositive("maxHeaders", maxHeaders);
        requirePositive("maxBodyBytes", maxBodyBytes);
        requirePositive("maxBodiesBytes", maxBodiesBytes);
        requirePositive("maxConnections", maxConnections);
        requirePositive("maxStreams", maxStreams);
        requirePositive("headTimeout", headTimeout.toMillis());
        requirePositive("bodyTimeout", bodyTimeout.toMillis());
        requirePositive("writeTimeout", writeTimeout.toMillis());
        requirePositive("heartbeat", heartbeat.toMillis());
    }

    /** No caller has a share of connections: whoever has a token may use them all. */
    WebLimits web() {
        return new WebLimits(
                maxTargetBytes,
                maxHeadBytes,
                maxHeaders,
                maxBodiesBytes,
                maxConnections,
                maxConnections,
                headTimeout,
                bodyTimeout,
                ANSWER_TIMEOUT,
                writeTimeout,
                headTimeout,
                heartbeat);
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }
}
