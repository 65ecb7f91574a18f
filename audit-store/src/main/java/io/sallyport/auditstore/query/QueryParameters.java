package io.sallyport.auditstore.query;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a query, as the control API and the command line name them. Stateless. */
public final class QueryParameters {
    /** A host that begins so stands for all names below the rest. */
    private static final String BELOW = "*.";

    private QueryParameters() {}

    /** What was read, or why not. */
    public sealed interface Read {}

    /**
     * The query that was asked.
     *
     * @param keys what to count by; empty if records are asked for
     */
    public record Accepted(AuditQuery query, List<GroupKey> keys) implements Read {
        public Accepted {
            keys = List.copyOf(keys);
        }
    }

    /**
     * No query.
     *
     * @param why one sentence without its full stop, which names the parameter
     */
    public record Rejected(String why) implements Read {}

    /** Reads the parameters that this class knows, and leaves the others. */
    public static Read read(Map<String, String> parameters) {
        String text = parameters.get("text");
        if (text != null && (text.length() < AuditQuery.MIN_TEXT_CHARS || text.length() > AuditQuery.MAX_TEXT_CHARS)) {
            return new Rejected("text has " + text.length() + " characters (expected: " + AuditQuery.MIN_TEXT_CHARS
                    + " to " + AuditQuery.MAX_TEXT_CHARS + ")");
        }
        Map<String, String> labels = labels(parameters.get("label"));
        if (labels == null) {
            return new Rejected("label has no form of a label (expected: NAME=VALUE)");
        }
        List<GroupKey> keys = keys(parameters.get("group_by"));
        if (keys == null) {
            return new Rejected("group_by names no key, one twice, or too many (expected: up to " + GroupKey.MAX_KEYS
                    + " such as host,reason)");
        }
        if (parameters.containsKey("from") && parameters.containsKey("since")) {
            return new Rejected("from and since are the same condition (expected: one of them)");
        }
        for (String name : List.of("from", "since", "to")) {
            if (parameters.containsKey(name) && time(parameters.get(name)) == null) {
                return new Rejected(name + " is no RFC 3339 time (expected: 2026-01-31T09:00:00Z)");
            }
        }
        return new Accepted(query(parameters, text, labels), keys);
    }

    private static AuditQuery query(Map<String, String> parameters, @Nullable String text, Map<String, String> labels) {
        Map<RecordField, String> equal = new EnumMap<>(RecordField.class);
        for (RecordField field : RecordField.values()) {
            String value = parameters.get(field.word());
            if (value != null) {
                equal.put(field, value);
            }
        }
        String host = equal.get(RecordField.HOST);
        String suffix = null;
        if (host != null && host.startsWith(BELOW)) {
            equal.remove(RecordField.HOST);
            suffix = host.substring(BELOW.length());
        }
        return new AuditQuery(
                equal,
                suffix,
                text,
                labels,
                time(parameters.getOrDefault("from", parameters.get("since"))),
                time(parameters.get("to")));
    }

    private static @Nullable Map<String, String> labels(@Nullable String text) {
        if (text == null) {
            return Map.of();
        }
        int equals = text.indexOf('=');
        return equals <= 0 ? null : Map.of(text.substring(0, equals), text.substring(equals + 1));
    }

    private static @Nullable List<GroupKey> keys(@Nullable String text) {
        if (text == null) {
            return List.of();
        }
        Set<GroupKey> keys = new LinkedHashSet<>();
        for (String word : text.split(",", -1)) {
            GroupKey key = GroupKey.of(word);
            if (key == null || !keys.add(key)) {
                return null;
            }
        }
        return keys.size() > GroupKey.MAX_KEYS ? null : List.copyOf(keys);
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException _) {
            return null;
        }
    }
}
