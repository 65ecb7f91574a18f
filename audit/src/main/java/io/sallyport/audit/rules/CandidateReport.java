package io.sallyport.audit.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the candidate of one sandbox would have decided otherwise. Immutable.
 *
 * @param sinceMillis when counting began, milliseconds since the epoch
 * @param requests requests of the sandbox since then
 * @param notAsked requests that the candidate could not be asked about, such as those in a tunnel that only it would
 *     open
 */
public record CandidateReport(long sinceMillis, long requests, Side newlyAllowed, Side newlyRefused, long notAsked) {
    /**
     * One kind of difference.
     *
     * @param requests how many requests differ so
     * @param others how many of them are in no row, because there are {@link CandidateCounts#MAX_ROWS} rows already
     * @param rows most hits first
     */
    public record Side(long requests, long others, List<Row> rows) {
        public Side {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Like requests.
     *
     * @param path its first {@link CandidateCounts#MAX_PATH_CHARS} chars, without query; null for a tunnel
     * @param rule what decided the first of them: in force where it is newly allowed, in the candidate where refused
     * @param auditId the id of the record of the first of them
     */
    public record Row(
            @Nullable String host,
            @Nullable String method,
            @Nullable String path,
            @Nullable String rule,
            String auditId,
            long hits,
            long firstMillis,
            long lastMillis) {}
}
