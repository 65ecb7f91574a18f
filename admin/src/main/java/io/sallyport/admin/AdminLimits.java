package io.sallyport.admin;

import io.sallyport.web.WebLimits;
import java.time.Duration;

/**
 * The limits of the control API.
 *
 * @param maxTargetBytes limit of the request line
 * @param maxHeadBytes limit of all header fields
 * @param maxBodyBytes limit of one request's body
 * @param maxBodiesBytes limit of all requests' bodies together
 * @param maxConnections limit of connections; beyond it, the one that has been idle longest is closed
 * @param maxStreams limit of concurrent audit streams
 * @param headTimeout from the opening of the connection, or the previous answer, to a complete head; also limits idle
 *     time
 * @param bodyTimeout from the head to the end of the body
 * @param writeTimeout time for the caller to accept an answer
 * @param heartbeat interval of heartbeats on a quiet stream
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
    /** Only ends calls that are stuck: compiling has its own limit, which an operator may raise. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(10);

    /**
     * Idle connections are kept longer than the JDK's client keeps them (30 s), so that no call meets a closing
     * connection.
     */
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

    /** Callers have no individual share of connections: anyone with a token may use them all. */
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
