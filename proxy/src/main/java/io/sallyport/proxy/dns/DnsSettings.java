package io.sallyport.proxy.dns;

import java.time.Duration;

/**
 * The bounds of the policy DNS.
 *
 * @param maxNames for which a sandbox holds addresses at once, 1 to {@link #MOST_NAMES}
 * @param ttl for which clients may keep an answer, in whole seconds; a name keeps its address at least as long
 * @param queriesPerSecond that one sandbox may ask on each event loop
 */
public record DnsSettings(int maxNames, Duration ttl, int queriesPerSecond) {
    /** Half of the addresses, so that one is not given out again soon after its name was forgotten. */
    public static final int MOST_NAMES = 65_536;

    public static final Duration LONGEST_TTL = Duration.ofHours(1);
    public static final DnsSettings DEFAULT = new DnsSettings(1_024, Duration.ofSeconds(30), 200);

    public DnsSettings {
        require("maxNames", maxNames, MOST_NAMES);
        require("ttl", ttl.toSeconds(), LONGEST_TTL.toSeconds());
        require("queriesPerSecond", queriesPerSecond, Integer.MAX_VALUE);
    }

    private static void require(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1 to " + most + ")");
        }
    }
}
