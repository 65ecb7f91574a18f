package io.sallyport.auditstore;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a store is. Immutable.
 *
 * @param isOpen whether it can be asked
 * @param isComplete whether it was at the end of the log when it last looked
 * @param records that it holds
 * @param bytes on disk, as of its last commit
 * @param rebuilds how often it was begun anew since this process started, damaged or of another version
 * @param upTo the time of the last record that it read; null if it read none since this process started
 * @param failure what keeps it from going on, or null
 */
public record StoreState(
        boolean isOpen,
        boolean isComplete,
        long records,
        long bytes,
        long rebuilds,
        @Nullable Instant upTo,
        @Nullable String failure) {}
