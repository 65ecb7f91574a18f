package io.sallyport.auditstore.index;

import io.sallyport.auditstore.query.RecordField;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What the store keeps of one line of the log, to find it again. Immutable.
 *
 * @param line as the log holds it, without its line feed
 * @param seq its number in the log, from 1; 0 if it bears none
 * @param lastId of a record that counts several; null for others
 * @param count of the requests that it stands for, at least 1
 */
record IndexedRecord(
        String line,
        long seq,
        String auditId,
        @Nullable String lastId,
        long timeMillis,
        Map<RecordField, String> fields,
        @Nullable String path,
        Map<String, String> labels,
        long count) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Map<String, RecordField> FIELDS = fieldsByWord();

    /** Members that are read beside those of {@link RecordField}. */
    private static final class Members {
        private final Map<RecordField, String> fields = new EnumMap<>(RecordField.class);
        private final Map<String, String> labels = new HashMap<>();
        private @Nullable String auditId;
        private @Nullable String lastId;
        private @Nullable String path;
        private @Nullable Instant time;
        private long seq;
        private long count = 1;
    }

    private static Map<String, RecordField> fieldsByWord() {
        Map<String, RecordField> fields = new HashMap<>();
        for (RecordField field : RecordField.values()) {
            fields.put(field.word(), field);
        }
        return Map.copyOf(fields);
    }

    /** Returns the record that {@code line} holds, or null if it is none, such as the rest of a torn one. */
    static @Nullable IndexedRecord parse(String line) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            return json.nextToken() == JsonToken.START_OBJECT ? record(line, json) : null;
        } catch (JacksonException | DateTimeException _) {
            return null;
        }
    }

    private static @Nullable IndexedRecord record(String line, JsonParser json) {
        var members = new Members();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            take(name, json, members);
            json.skipChildren();
        }
        boolean isWhole = json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null;
        Instant time = members.time;
        if (!isWhole || members.auditId == null || time == null) {
            return null;
        }
        return new IndexedRecord(
                line,
                members.seq,
                members.auditId,
                members.lastId,
                time.toEpochMilli(),
                Map.copyOf(members.fields),
                members.path,
                Map.copyOf(members.labels),
                Math.max(1, members.count));
    }

    private static void take(String name, JsonParser json, Members members) {
        RecordField field = FIELDS.get(name);
        if (field != null) {
            members.fields.put(field, RecordField.kept(json.getString()));
            return;
        }
        switch (name) {
            case "audit_id" -> members.auditId = json.getString();
            case "last_audit_id" -> members.lastId = json.getString();
            case "time" -> members.time = Instant.parse(json.getString());
            case "path" -> members.path = json.getString();
            case "seq" -> members.seq = json.getValueAsLong(0);
            case "count" -> members.count = json.getValueAsLong(1);
            case "labels" -> labels(json, members.labels);
            default -> {} // readers ignore what they do not know
        }
    }

    private static void labels(JsonParser json, Map<String, String> labels) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            return;
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            labels.put(name, json.getString());
            json.skipChildren();
        }
    }
}
