package io.sallyport.audit;

import org.jspecify.annotations.Nullable;

/** The content of one line of the log. */
sealed interface LogLine {
    /** One event. */
    record Whole(AuditEvent event) implements LogLine {}

    /**
     * Similar refusals that were counted.
     *
     * @param first the first of them; its path, method, rule and detail are not written, since those of the others may
     *     differ
     * @param host the common host, or null if hosts were counted together
     */
    record Folded(String kind, EventFacts first, @Nullable String host, long count, String lastId, long lastMillis)
            implements LogLine {}

    /**
     * A report of the log on itself.
     *
     * @param count of records that were dropped, or 0
     */
    record Own(String auditId, long timeMillis, boolean failed, String detail, long count) implements LogLine {}
}
