package io.sallyport.auditstore;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The limits of an {@link AuditStore}.
 *
 * @param folder of the index, which is created where it is missing
 * @param keepAge how old a record may become
 * @param keepBytes how large the index may become on disk; the oldest records leave it first
 * @param countBytes how much memory counts take that are kept for those who ask again; 0 for none
 */
public record StoreSettings(Path folder, Duration keepAge, long keepBytes, long countBytes) {
    public static final Duration DEFAULT_KEEP_AGE = Duration.ofDays(30);
    public static final long DEFAULT_KEEP_BYTES = 8L << 30;

    public static final long DEFAULT_COUNT_BYTES = 32L << 20;
    /** The smallest bound of bytes that leaves room for merging. */
    public static final long MIN_KEEP_BYTES = 16L << 20;

    public StoreSettings {
        if (!keepAge.isPositive() || keepBytes < MIN_KEEP_BYTES || countBytes < 0) {
            throw new IllegalArgumentException(
                    "keep " + keepAge + ", " + keepBytes + " bytes, counts of " + countBytes);
        }
    }
}
