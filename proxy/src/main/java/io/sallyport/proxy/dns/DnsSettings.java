package io.sallyport.proxy.dns;

import java.time.Duration;

/**
 * The bounds of the policy DNS.
 *
 * @param maxNames names for which one sandbox holds addresses at once, 1 to {@link #MOST_NAMES}
 * @param ttl how long clients may keep an answer, in whole seconds; a name keeps its address at least as long
 * @param queriesPerSecond queries of one sandbox that are answered; further ones are refused
 * @param maxConnections connections by TCP that one listener holds open
 * @param idleTimeout after which a connection by TCP is closed on which nothing is asked
 */
public record DnsSettings(int maxNames, Duration ttl, int queriesPerSecond, int maxConnections, Duration idleTimeout) {
    /** Half of the addresses, so that one is not given out again soon after its name was forgotten. */
    public static final int MOST_NAMES = 65_536;

    public static final Duration LONGEST_TTL = Duration.ofHours(1);

    public static final DnsSettings DEFAULT =
            new DnsSettings(1_024, Duration.ofSeconds(30), 200, 32, Duration.ofSeconds(10));

    public DnsSettings {
        require("maxNames", maxNames, MOST_NAMES);
        require("ttl", ttl.toSeconds(), LONGEST_TTL.toSeconds());
        require("queriesPerSecond", queriesPerSecond, Integer.MAX_VALUE);
        require("maxConnections", maxConnections, Integer.MAX_VALUE);
        require("idleTimeout", idleTimeout.toMillis(), Long.MAX_VALUE);
    }

    private static void require(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1 to " + most + ")");
        }
    }
}
