package io.sallyport.audit;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One line of the log, with the fields that searches use. Immutable.
 *
 * @param text the JSON object, without the line feed
 */
public record AuditLine(String text, Map<String, String> fields) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<String> SEARCHED = Set.of(
            "audit_id",
            "last_audit_id",
            "time",
            "kind",
            "sandbox",
            "run",
            "verdict",
            "reason",
            "host",
            "skill_id",
            "count");

    public AuditLine {
        fields = Map.copyOf(fields);
    }

    /** Parses one line. Returns null if the log did not write it, such as the torn end of a crashed run. */
    static @Nullable AuditLine parse(byte[] bytes, int offset, int length) {
        Map<String, String> fields;
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), bytes, offset, length)) {
            fields = fields(json, SEARCHED);
        } catch (JacksonException _) {
            return null;
        }
        return fields == null ? null : new AuditLine(new String(bytes, offset, length, StandardCharsets.UTF_8), fields);
    }

    /**
     * Returns the wanted members of one object as text, or null unless the line is exactly one object. A list of texts
     * is its elements with commas between.
     */
    public static @Nullable Map<String, String> fields(String line, Set<String> wanted) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            return fields(json, wanted);
        } catch (JacksonException _) {
            return null;
        }
    }

    private static @Nullable Map<String, String> fields(JsonParser json, Set<String> wanted) {
        Map<String, String> fields = new HashMap<>();
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return null;
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            if (wanted.contains(name)) {
                fields.put(name, json.currentToken() == JsonToken.START_ARRAY ? joined(json) : json.getString());
            }
            json.skipChildren();
        }
        return json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null ? fields : null;
    }

    private static String joined(JsonParser json) {
        StringJoiner texts = new StringJoiner(",");
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            if (token == JsonToken.VALUE_STRING) {
                texts.add(json.getString());
            }
            json.skipChildren();
        }
        return texts.toString();
    }

    @Nullable
    String field(String name) {
        return fields.get(name);
    }

    boolean bears(String auditId) {
        return auditId.equals(field("audit_id"));
    }

    /** Returns whether this line counts refusals and {@code auditId} may be one of them. */
    boolean mayCount(String auditId) {
        String first = field("audit_id");
        String last = field("last_audit_id");
        return first != null && last != null && first.compareTo(auditId) <= 0 && auditId.compareTo(last) <= 0;
    }
}
