package io.sallyport.credentials;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * When a source is read next. Times are spread at random, so that sources that began together do not stay together.
 * Confined to the owner of the source's reads, except for {@link #isDue}, which is safe for concurrent use.
 */
final class RefreshSchedule {
    private static final int MAX_DOUBLINGS = 30;

    private final RefreshTimes times;
    private final RandomGenerator random;
    private int failures;
    private volatile @Nullable Next next;

    /**
     * @param wall null during a back-off, which the wall clock does not shorten
     * @param nanos by elapsed time
     */
    private record Next(@Nullable Instant wall, long nanos) {}

    RefreshSchedule(RefreshTimes times, RandomGenerator random) {
        this.times = times;
        this.random = random;
    }

    boolean isDue(Instant now, long nanos) {
        Next due = next;
        return due == null || nanos - due.nanos() >= 0 || (due.wall() != null && !now.isBefore(due.wall()));
    }

    /**
     * Plans the read that replaces values before {@code end}.
     *
     * @param early whether they may be replaced at their source long before
     */
    void succeeded(@Nullable Instant end, boolean early, Instant now, long nanos) {
        failures = 0;
        Duration wait = end == null ? times.ttl() : beforeEnd(Duration.between(now, end));
        wait = early ? Lifetime.shorter(wait, times.ttl()) : wait;
        Duration spread = shortened(wait, 0.1);
        Duration least = Lifetime.shorter(times.firstBackoff(), wait);
        Duration chosen = spread.compareTo(least) < 0 ? least : spread;
        next = new Next(now.plus(chosen), nanos + chosen.toNanos());
    }

    private Duration beforeEnd(Duration life) {
        Duration bounded = Lifetime.shorter(life, RefreshTimes.MAX);
        Duration half = bounded.dividedBy(2);
        Duration wait = bounded.minus(times.refreshBefore());
        Duration chosen = wait.compareTo(half) < 0 ? half : wait;
        return chosen.compareTo(times.firstBackoff()) < 0 ? times.firstBackoff() : chosen;
    }

    /** Plans the attempt after one that failed. */
    void failed(boolean retryable, long nanos) {
        failures++;
        Duration doubled = times.firstBackoff().multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        Duration wait = retryable ? Lifetime.shorter(doubled, times.maxBackoff()) : times.maxBackoff();
        next = new Next(null, nanos + shortened(wait, 0.5).toNanos());
    }

    /** Returns {@code time} without a random part of at most {@code most} of it. */
    private Duration shortened(Duration time, double most) {
        return Duration.ofNanos((long) (time.toNanos() * (1 - most * random.nextDouble())));
    }
}
