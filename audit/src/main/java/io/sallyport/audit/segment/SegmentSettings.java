package io.sallyport.audit.segment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When the file of a log is closed and another one begun, and what becomes of the closed segments. Zero is no limit.
 *
 * @param maxBytes of a segment; the line that reaches it is the last
 * @param maxAge of the first line of a segment
 * @param compress whether closed segments are compressed, but the newest
 * @param keepBytes of all closed segments on disk together; more are removed, oldest first
 * @param keepAge of the last line of a closed segment, after which it is removed
 * @param key that signs what is written about closed segments; null for none
 */
public record SegmentSettings(
        long maxBytes,
        Duration maxAge,
        boolean compress,
        long keepBytes,
        Duration keepAge,
        @Nullable SigningKey key) {
    /** One file that grows, beside which nothing is changed. */
    public static final SegmentSettings NONE = new SegmentSettings(0, Duration.ZERO, false, 0, Duration.ZERO, null);

    public SegmentSettings {
        if (maxBytes < 0 || keepBytes < 0 || maxAge.isNegative() || keepAge.isNegative()) {
            throw new IllegalArgumentException("a limit below zero");
        }
    }

    boolean changesNothing() {
        return equals(NONE);
    }
}
