package io.sallyport.proxy.listener;

import java.time.Duration;

/**
 * Bounds of the connections to targets.
 *
 * @param dialTimeout resolve, classify and connect together
 * @param firstByteTimeout from the whole request sent to the first byte of the answer
 * @param maxInterim answers 1xx before the final one
 * @param maxIdlePerSandbox kept connections of one sandbox, shared out among the event loops
 * @param maxIdleConnections kept connections of all sandboxes, shared out among the event loops
 * @param maxIdle how long one is kept without use
 * @param maxAge how long one is used at all
 */
public record UpstreamLimits(
        Duration dialTimeout,
        Duration firstByteTimeout,
        int maxInterim,
        int maxIdlePerSandbox,
        int maxIdleConnections,
        Duration maxIdle,
        Duration maxAge) {
    public static final UpstreamLimits DEFAULT = new UpstreamLimits(
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            8,
            1000,
            4096,
            Duration.ofSeconds(30),
            Duration.ofMinutes(10));

    public UpstreamLimits {
        SettingChecks.positive("dialTimeout", dialTimeout);
        SettingChecks.positive("firstByteTimeout", firstByteTimeout);
        SettingChecks.positive("maxInterim", maxInterim);
        SettingChecks.positive("maxIdlePerSandbox", maxIdlePerSandbox);
        SettingChecks.positive("maxIdleConnections", maxIdleConnections);
        SettingChecks.positive("maxIdle", maxIdle);
        SettingChecks.positive("maxAge", maxAge);
    }
}
