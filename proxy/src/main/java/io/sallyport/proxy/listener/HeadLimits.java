package io.sallyport.proxy.listener;

import java.time.Duration;

/**
 * Bounds of one head.
 *
 * @param maxBytes start line, fields and the empty line together; more is 431
 * @param maxLineBytes the start line alone; more is 414
 * @param maxFields more is 431
 * @param timeout from the first byte (or the accepted connection) to the empty line; later is 408
 */
public record HeadLimits(int maxBytes, int maxLineBytes, int maxFields, Duration timeout) {
    /** What a sandbox may send. */
    public static final HeadLimits REQUEST = new HeadLimits(16_384, 8_192, 100, Duration.ofSeconds(10));

    /** What a target may answer. */
    public static final HeadLimits RESPONSE = new HeadLimits(65_536, 8_192, 200, Duration.ofMinutes(5));

    public HeadLimits {
        SettingChecks.positive("maxBytes", maxBytes);
        SettingChecks.positive("maxLineBytes", maxLineBytes);
        SettingChecks.positive("maxFields", maxFields);
        SettingChecks.positive("timeout", timeout);
    }
}
