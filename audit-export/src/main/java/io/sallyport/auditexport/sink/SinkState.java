package io.sallyport.auditexport.sink;

import org.jspecify.annotations.Nullable;

/**
 * What a sink has done since the gateway started. Immutable.
 *
 * @param delivered records that the receiver has
 * @param dropped records that were skipped: too old, over the bound, removed before, or not acceptable
 * @param failures deliveries that failed and were tried again
 * @param lagBytes on disk that wait to be delivered
 * @param lagNanos the age of the oldest record that waits, 0 if none does
 * @param failure why the last delivery failed, in a few words; null if it did not
 */
public record SinkState(
        String name,
        long delivered,
        long dropped,
        long failures,
        long lagBytes,
        long lagNanos,
        @Nullable String failure) {}
