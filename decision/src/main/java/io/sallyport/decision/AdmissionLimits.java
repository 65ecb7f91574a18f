package io.sallyport.decision;

import java.time.Duration;

/**
 * The bounds of one sandbox.
 *
 * @param connections open at one time; the setting {@code limits.connections_per_sandbox}
 * @param newNamesPerMinute host names asked for the first time; the setting {@code limits.new_names_per_minute}
 * @param expiryGrace how long after its end a lease still holds, 0 to {@link #MAX_GRACE}; the setting {@code
 *     lease.expiry_grace}
 */
public record AdmissionLimits(int connections, int newNamesPerMinute, Duration expiryGrace) {
    public static final Duration MAX_GRACE = Duration.ofSeconds(1);

    public static final AdmissionLimits BY_DEFAULT = new AdmissionLimits(1000, 300);

    /** Limits under which a lease ends at its instant. */
    public AdmissionLimits(int connections, int newNamesPerMinute) {
        this(connections, newNamesPerMinute, Duration.ZERO);
    }

    public AdmissionLimits {
        if (expiryGrace.isNegative() || expiryGrace.compareTo(MAX_GRACE) > 0) {
            throw new IllegalArgumentException("lease.expiry_grace: " + expiryGrace + " (expected: 0 to 1 s)");
        }
        positive("limits.connections_per_sandbox", connections);
        positive("limits.new_names_per_minute", newNamesPerMinute);
    }

    private static void positive(String setting, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(setting + ": " + value + " (expected: > 0)");
        }
    }
}
