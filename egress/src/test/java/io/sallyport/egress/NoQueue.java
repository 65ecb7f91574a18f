package io.sallyport.egress;

import io.sallyport.egress.share.SlotQueue;
import java.time.Duration;

/** Bounds of dialling where nothing waits: one dial too many is refused at once. */
final class NoQueue {
    private NoQueue() {}

    static DialLimits limits(int perSandbox, int total, Duration connectTimeout) {
        return new DialLimits(new SlotQueue.Limits(perSandbox, total, 0, 0), Duration.ofHours(1), connectTimeout);
    }
}
