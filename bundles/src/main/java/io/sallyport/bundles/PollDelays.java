package io.sallyport.bundles;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The pauses between two requests for a bundle. Confined to one thread. */
final class PollDelays {
    /** The first pause after a failure. */
    static final Duration FIRST_RETRY = Duration.ofMillis(500);

    /** Between two long polls that brought nothing, so that a service that answers at once is not flooded. */
    static final Duration LEAST_BETWEEN = Duration.ofSeconds(1);

    private static final int MOST_DOUBLINGS = 20;

    private final BundlePolling polling;
    private final RandomGenerator random;
    private int failures;

    PollDelays(BundlePolling polling, RandomGenerator random) {
        this.polling = polling;
        this.random = random;
    }

    /** Returns the pause after a failure: twice the last, at most the longest delay, less up to a half by chance. */
    Duration failed() {
        long most = polling.maxDelay().toMillis();
        long doubled = FIRST_RETRY.toMillis() << Math.min(failures, MOST_DOUBLINGS);
        failures++;
        long base = Math.min(most, doubled);
        return Duration.ofMillis(base - (long) (random.nextDouble() * base / 2));
    }

    /** Returns the pause after a success: by chance between the shortest and the longest delay. */
    Duration succeeded() {
        failures = 0;
        long least = polling.minDelay().toMillis();
        long span = polling.maxDelay().toMillis() - least;
        return Duration.ofMillis(least + (long) (random.nextDouble() * span));
    }

    /**
     * Returns the pause after a long poll, which is none unless the service did not hold the request.
     *
     * @param took how long the service held it
     */
    Duration longPolled(Duration took) {
        failures = 0;
        Duration left = LEAST_BETWEEN.minus(took);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
