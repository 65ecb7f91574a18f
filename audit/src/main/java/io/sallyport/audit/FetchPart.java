package io.sallyport.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that only the record of a fetch has.
 *
 * @param type {@code runtime} if an agent requested it while it ran
 * @param url without its hash; null if it could not be read
 * @param sha256 the pin
 * @param allowedBy the allowlist entry that covers it
 * @param fetchedMillis wall clock: when it was received from its forge, or -1 if it was not
 * @param cacheHit whether it was already cached; null if the cache was not consulted
 * @param transport {@code api} or {@code git}, by which it came from its forge; null if it did not
 * @param bytes the size of all files, or -1 if unknown
 * @param files the number of files, or -1 if unknown
 * @param blocked whether the findings of a scan blocked it; null if nothing was scanned
 * @param findings the findings of the scan that are listed
 * @param findingsTotal the number of all findings, or -1 if nothing was scanned
 * @param isReached whether the fetch reached the cache or a target outside; not a field of the line, but such a fetch
 *     always has a line of its own
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
    /** The maximum number of findings that one record lists. */
    public static final int MAX_FINDINGS = 50;

    public FetchPart {
        findings = findings.stream().limit(MAX_FINDINGS).toList();
    }

    /**
     * What a scan found in a file.
     *
     * @param severity {@code medium}, {@code high} or {@code critical}
     * @param line from 1; 0 if the finding is about the whole file
     */
    public record Finding(String id, String severity, String file, int line) {}
}
