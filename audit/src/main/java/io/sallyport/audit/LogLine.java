package io.sallyport.audit;

import org.jspecify.annotations.Nullable;

/** What becomes one line of the log. */
sealed interface LogLine {
    /** One event. */
    record Whole(AuditEvent event) implements LogLine {}

    /**
     * Refusals alike that were counted.
     *
     * @param first the first of them; its path, method, rule and detail are not written, since the others may differ
     * @param host what they have in common, or null where hosts were counted together
     */
    record Folded(String kind, EventFacts first, @Nullable String host, long count, String lastId, long lastMillis)
            implements LogLine {}

    /**
     * What the log says of itself.
     *
     * @param count of records that were not kept, or 0
     */
    record Own(String auditId, long timeMillis, boolean failed, String detail, long count) implements LogLine {}
}
