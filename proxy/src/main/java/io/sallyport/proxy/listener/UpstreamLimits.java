package io.sallyport.proxy.listener;

import java.time.Duration;

/**
 * Bounds of the connections to targets.
 *
 * @param dialTimeout resolve, classify and connect together
 * @param firstByteTimeout from the whole request sent to the first byte of the answer
 * @param maxInterim answers 1xx before the final one
 * @param maxIdlePerTarget kept connections of one sandbox to one target, on one event loop
 * @param maxIdlePerSandbox kept connections of one sandbox, on one event loop
 * @param maxIdle how long one is kept without use
 * @param maxAge how long one is used at all
 */
public record UpstreamLimits(
        Duration dialTimeout,
        Duration firstByteTimeout,
        int maxInterim,
        int maxIdlePerTarget,
        int maxIdlePerSandbox,
        Duration maxIdle,
        Duration maxAge) {
    public static final UpstreamLimits DEFAULT = new UpstreamLimits(
            Duration.ofSeconds(30), Duration.ofMinutes(5), 8, 8, 32, Duration.ofSeconds(30), Duration.ofMinutes(10));

    public UpstreamLimits {
        Bounds.positive("dialTimeout", dialTimeout);
        Bounds.positive("firstByteTimeout", firstByteTimeout);
        Bounds.positive("maxInterim", maxInterim);
        Bounds.positive("maxIdlePerTarget", maxIdlePerTarget);
        Bounds.positive("maxIdlePerSandbox", maxIdlePerSandbox);
        Bounds.positive("maxIdle", maxIdle);
        Bounds.positive("maxAge", maxAge);
    }
}
