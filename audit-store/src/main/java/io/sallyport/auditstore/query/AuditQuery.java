package io.sallyport.auditstore.query;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects the records that meet every condition; {@link #ALL} has none. Values are compared as they are, and nothing in
 * them is a pattern. Immutable.
 *
 * @param equal fields that must have exactly this value
 * @param hostSuffix the host must end with a dot and this name; null for any host
 * @param text must occur in the host, the path or the rule, whatever its case; null, or of {@link #MIN_TEXT_CHARS} to
 *     {@link #MAX_TEXT_CHARS} characters
 * @param labels labels of the record that must have this value
 * @param from the first time; null if there is none
 * @param to the first time that is too late; null if there is none
 */
public record AuditQuery(
        Map<RecordField, String> equal,
        @Nullable String hostSuffix,
        @Nullable String text,
        Map<String, String> labels,
        @Nullable Instant from,
        @Nullable Instant to) {
    public static final int MIN_TEXT_CHARS = 3;
    public static final int MAX_TEXT_CHARS = 200;

    public static final AuditQuery ALL = new AuditQuery(Map.of(), null, null, Map.of(), null, null);

    /** Returns the same query without bounds of time. */
    public AuditQuery atAnyTime() {
        return new AuditQuery(equal, hostSuffix, text, labels, null, null);
    }

    public AuditQuery {
        equal = Map.copyOf(equal);
        labels = Map.copyOf(labels);
        if (text != null && (text.length() < MIN_TEXT_CHARS || text.length() > MAX_TEXT_CHARS)) {
            throw new IllegalArgumentException("text of " + text.length() + " characters");
        }
    }
}
