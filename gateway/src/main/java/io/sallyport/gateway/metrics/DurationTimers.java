package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sallyport.model.measure.DurationSink;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes histograms of durations, whose buckets reach from a microsecond, or a tenth of a millisecond, to minutes. Safe
 * for concurrent use.
 *
 * @param exemplars tells the registry which span a duration belongs to; null for no exemplars
 */
record DurationTimers(MeterRegistry registry, @Nullable ExemplarSpan exemplars) {
    /** For what computes: 1 µs to 1 minute. */
    private static final Duration[] COMPUTING = buckets(
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000, 1_000_000, 60_000_000);

    /** For what waits: 100 µs to 10 minutes. */
    private static final Duration[] WAITING = buckets(
            100,
            200,
            500,
            1_000,
            2_000,
            5_000,
            10_000,
            20_000,
            50_000,
            100_000,
            200_000,
            500_000,
            1_000_000,
            2_000_000,
            5_000_000,
            10_000_000,
            30_000_000,
            60_000_000,
            120_000_000,
            300_000_000,
            600_000_000);

    private static Duration[] buckets(long... micros) {
        return LongStream.of(micros)
                .mapToObj(each -> Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(each)))
                .toArray(Duration[]::new);
    }

    /** Returns a histogram of what computes, such as {@code sallyport.decision}. */
    DurationSink computing(String name, String help) {
        return sink(name, help, COMPUTING);
    }

    /**
     * Returns a histogram of what waits.
     *
     * @param tags names and values, by turns
     */
    DurationSink waiting(String name, String help, String... tags) {
        return sink(name, help, WAITING, tags);
    }

    private DurationSink sink(String name, String help, Duration[] buckets, String... tags) {
        Timer timer = Timer.builder(name)
                .description(help)
                .tags(tags)
                .serviceLevelObjectives(buckets)
                .register(registry);
        ExemplarSpan spans = exemplars;
        return (nanos, trace) -> {
            if (trace == null || spans == null) {
                timer.record(nanos, TimeUnit.NANOSECONDS);
            } else {
                spans.during(trace, () -> timer.record(nanos, TimeUnit.NANOSECONDS));
            }
        };
    }
}
