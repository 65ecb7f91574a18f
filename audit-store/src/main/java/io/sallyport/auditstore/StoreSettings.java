package io.sallyport.auditstore;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The limits of an {@link AuditStore}.
 *
 * @param folder of the index, which is created where it is missing
 * @param keepAge how old a record may become
 * @param keepBytes how large the index may become on disk; the oldest records leave it first
 */
public record StoreSettings(Path folder, Duration keepAge, long keepBytes) {
    public static final Duration DEFAULT_KEEP_AGE = Duration.ofDays(30);
    public static final long DEFAULT_KEEP_BYTES = 8L << 30;

    /** The smallest bound of bytes that leaves room for merging. */
    public static final long MIN_KEEP_BYTES = 16L << 20;

    public StoreSettings {
        if (!keepAge.isPositive() || keepBytes < MIN_KEEP_BYTES) {
            throw new IllegalArgumentException("keep " + keepAge + ", " + keepBytes + " bytes");
        }
    }
}
