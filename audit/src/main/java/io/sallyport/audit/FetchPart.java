package io.sallyport.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the record of a fetch has beside the others.
 *
 * @param type {@code runtime}: an agent asked while it ran
 * @param url without its hash; null where none could be read
 * @param sha256 the pin
 * @param allowedBy the allowlist entry that covers it
 * @param fetchedMillis wall clock: when it was got from its forge, -1 where it was not
 * @param cacheHit whether it was kept here already; null where the cache was not asked
 * @param transport {@code api} or {@code git}: how it came from its forge; null where it did not
 * @param bytes of all files, -1 where not known
 * @param files how many, -1 where not known
 * @param blocked whether what a scan found blocked it; null where nothing was scanned
 * @param findings of the scan, those that are named
 * @param findingsTotal how many it found, -1 where nothing was scanned
 * @param isReached whether it came to what the cache holds, or to a target outside; it does not stand in the line, but says
 *     that there is one
 */
public record FetchPart(
        String type,
        @Nullable String url,
        @Nullable String sha256,
        @Nullable String allowedBy,
        long fetchedMillis,
        @Nullable Boolean cacheHit,
        @Nullable String transport,
        long bytes,
        int files,
        @Nullable Boolean blocked,
        List<Finding> findings,
        int findingsTotal,
        boolean isReached) {
    /** Findings that one record names. */
    public static final int MAX_FINDINGS = 50;

    public FetchPart {
        findings = findings.stream().limit(MAX_FINDINGS).toList();
    }

    /**
     * What a scan found in a file.
     *
     * @param severity {@code medium}, {@code high} or {@code critical}
     * @param line from 1; 0 where it is of the whole file
     */
    public record Finding(String id, String severity, String file, int line) {}
}
