package io.sallyport.bench.replicas;

import java.util.Arrays;

/** The middle of measured values. */
final class Medians {
    private Medians() {}

    static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
