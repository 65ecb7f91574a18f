package io.sallyport.decision;

/**
 * The bounds of one sandbox.
 *
 * @param connections open at one time; the setting {@code limits.connections_per_sandbox}
 * @param newNamesPerMinute host names asked for the first time; the setting {@code limits.new_names_per_minute}
 */
public record AdmissionLimits(int connections, int newNamesPerMinute) {
    public static final AdmissionLimits BY_DEFAULT = new AdmissionLimits(1000, 300);

    public AdmissionLimits {
        positive("limits.connections_per_sandbox", connections);
        positive("limits.new_names_per_minute", newNamesPerMinute);
    }

    private static void positive(String setting, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(setting + ": " + value + " (expected: > 0)");
        }
    }
}
