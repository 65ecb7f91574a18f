package io.sallyport.bench.replicas;

/** One thread that does one thing after the other, in the order in which they come. */
final class SingleServer {
    private long freeAt;
    private long busyNanos;

    /** Returns when what comes at {@code now} and takes {@code cost} is done; calls come in order of time. */
    long done(long now, long cost) {
        freeAt = Math.max(now, freeAt) + cost;
        busyNanos += cost;
        return freeAt;
    }

    /** Returns which part of {@code nanos} this was busy; more than 1 if it could not keep up. */
    double load(long nanos) {
        return (double) busyNanos / nanos;
    }
}
