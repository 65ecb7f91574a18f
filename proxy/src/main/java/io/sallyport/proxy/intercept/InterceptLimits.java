package io.sallyport.proxy.intercept;

import java.time.Duration;

/**
 * Every bound of the TLS towards sandboxes.
 *
 * @param maxContexts sandboxes with a context at a time; the least used one's goes first and is made again when asked
 *     for
 * @param contextLife how long a context and the keys of its tickets live
 * @param contextIdle after how long without a new connection a context goes
 * @param maxLeaves leaves remembered, of all sandboxes together
 * @param maxQueued leaves that wait to be signed, of all sandboxes together
 * @param maxWaiting connections of one sandbox that wait for a leaf
 * @param maxSignedPerMinute leaves signed for one sandbox a minute, at once or spread
 * @param maxSessions sessions that a context remembers
 * @param protocols that a client may choose from
 */
public record InterceptLimits(
        int maxContexts,
        Duration contextLife,
        Duration contextIdle,
        int maxLeaves,
        int maxQueued,
        int maxWaiting,
        int maxSignedPerMinute,
        int maxSessions,
        TunnelProtocols protocols) {
    public static final InterceptLimits DEFAULT = new InterceptLimits(
            2048,
            Duration.ofHours(12),
            Duration.ofMinutes(30),
            8192,
            2048,
            256,
            600,
            256,
            TunnelProtocols.HTTP_1_AND_2);

    /** The same with other protocols. */
    public InterceptLimits with(TunnelProtocols others) {
        return new InterceptLimits(
                maxContexts,
                contextLife,
                contextIdle,
                maxLeaves,
                maxQueued,
                maxWaiting,
                maxSignedPerMinute,
                maxSessions,
                others);
    }

    public InterceptLimits {
        if (Math.min(Math.min(maxContexts, maxLeaves), Math.min(maxQueued, maxWaiting)) < 1
                || Math.min(maxSignedPerMinute, maxSessions) < 1) {
            throw new IllegalArgumentException("limits of interception: each at least 1");
        }
    }
}
