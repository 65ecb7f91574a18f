package io.sallyport.egress;

import java.time.Duration;

/**
 * The bounds of dialling. Immutable.
 *
 * @param dialsPerSandbox connections being opened at once for one sandbox, resolution included
 * @param dials connections being opened at once in all
 * @param connectTimeout from the checked addresses to an open connection, all tries together
 */
public record DialLimits(int dialsPerSandbox, int dials, Duration connectTimeout) {
    public static final DialLimits DEFAULT = new DialLimits(128, 8192, Duration.ofSeconds(10));

    public DialLimits {
        if (dialsPerSandbox < 1 || dials < 1) {
            throw new IllegalArgumentException("dials: " + dialsPerSandbox + " of " + dials + " (expected: > 0)");
        }
        if (!connectTimeout.isPositive()) {
            throw new IllegalArgumentException("connectTimeout: " + connectTimeout + " (expected: > 0)");
        }
    }
}
