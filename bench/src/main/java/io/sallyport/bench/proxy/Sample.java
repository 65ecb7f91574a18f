package io.sallyport.bench.proxy;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One round of one contender in one row.
 *
 * @param cost processor time per operation in microseconds; for bulk, seconds per GiB
 * @param rate operations per second; for bulk, GiB per second
 * @param allocated heap bytes per operation of a JVM, else 0
 * @param refused operations answered with 429
 * @param errors operations answered in another unexpected way
 */
record Sample(double cost, double rate, double allocated, int refused, int errors) {
    static double median(List<Sample> samples, ToDoubleFunction<Sample> what) {
        double[] sorted = samples.stream().mapToDouble(what).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double lowest(List<Sample> samples) {
        return Arrays.stream(costs(samples)).min().orElse(Double.NaN);
    }

    static double highest(List<Sample> samples) {
        return Arrays.stream(costs(samples)).max().orElse(Double.NaN);
    }

    private static double[] costs(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::cost).toArray();
    }
}
