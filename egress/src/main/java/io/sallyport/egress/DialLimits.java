package io.sallyport.egress;

import io.sallyport.egress.share.SlotQueue;
import java.time.Duration;

/**
 * The limits of dialling. Immutable.
 *
 * @param slots the number of connections being opened at once, resolution included, and of dials that wait for a slot
 * @param maxWait how long a dial waits for a slot before it is refused
 * @param connectTimeout from the checked addresses to an open connection, all tries together
 */
public record DialLimits(SlotQueue.Limits slots, Duration maxWait, Duration connectTimeout) {
    public static final DialLimits DEFAULT =
            new DialLimits(new SlotQueue.Limits(128, 8192, 1000, 8192), Duration.ofSeconds(10), Duration.ofSeconds(10));

    public DialLimits {
        if (!maxWait.isPositive() || !connectTimeout.isPositive()) {
            throw new IllegalArgumentException(
                    "maxWait: " + maxWait + ", connectTimeout: " + connectTimeout + " (expected: > 0)");
        }
    }
}
