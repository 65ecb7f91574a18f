package io.sallyport.auditstore.query;

import java.time.Instant;
import java.util.List;

/**
 * Records that have the same keys. Immutable.
 *
 * @param keys a value for each key asked for, empty where a record has none; a span of time as its beginning in
 *     RFC 3339
 * @param records the number of records
 * @param requests the number of requests that they stand for: a counted record stands for several
 * @param last the time of the last of them in the order of the log
 */
public record AuditGroup(List<String> keys, long records, long requests, Instant last) {
    public AuditGroup {
        keys = List.copyOf(keys);
    }
}
