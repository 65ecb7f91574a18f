package io.sallyport.proxy.listener;

import java.time.Duration;

/**
 * Bounds of the connections that sandboxes open.
 *
 * @param maxOpen all together; one more is closed as it comes
 * @param maxUnidentified those that have not shown who they are; one more ends the one that has waited longest
 * @param maxIdentityFailures answers 407 on one connection before it is closed
 * @param idleTimeout a kept connection without a request, a tunnel or a body on which nothing moves
 * @param halfClosedTimeout of a client that has ended its input: when it is asked again whether it still reads, and,
 *     where it cannot be asked, how long nothing may move
 * @param drainBytes what is read of the body of a refused request before the connection is closed instead
 * @param lingerTimeout how long the rest of the input is thrown away after a last answer
 * @param maxPipes through which the kernel moves the bytes of opaque tunnels in bulk, each of two descriptors and up to
 *     512 KiB of the kernel's memory where a peer does not read; more tunnels, and all with 0, are copied
 */
public record ConnectionLimits(
        int maxOpen,
        int maxUnidentified,
        int maxIdentityFailures,
        Duration idleTimeout,
        Duration halfClosedTimeout,
        int drainBytes,
        Duration lingerTimeout,
        int maxPipes) {
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(
            20_000, 2_000, 8, Duration.ofMinutes(5), Duration.ofSeconds(1), 65_536, Duration.ofSeconds(3), 128);

    public ConnectionLimits {
        SettingChecks.positive("maxOpen", maxOpen);
        SettingChecks.positive("maxUnidentified", maxUnidentified);
        SettingChecks.positive("maxIdentityFailures", maxIdentityFailures);
        SettingChecks.positive("idleTimeout", idleTimeout);
        SettingChecks.positive("halfClosedTimeout", halfClosedTimeout);
        SettingChecks.positive("drainBytes", drainBytes);
        SettingChecks.positive("lingerTimeout", lingerTimeout);
        if (maxPipes < 0) {
            throw new IllegalArgumentException("maxPipes: " + maxPipes);
        }
    }
}
