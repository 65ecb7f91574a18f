package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.auditstore.query.AuditGroup;
import io.sallyport.auditstore.query.AuditGroups;
import io.sallyport.auditstore.query.GroupKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Answers of the calls about the audit log. Stateless. */
final class AuditDocuments {
    private AuditDocuments() {}

    /** @param lines records, as the log holds them */
    static String records(List<String> lines, boolean isComplete, @Nullable Long next, @Nullable Instant readTo) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("records");
            lines.forEach(json::writeRawValue);
            json.writeEndArray();
            end(json, isComplete, readTo);
            if (next != null) {
                json.writeStringProperty("next", next.toString());
            }
        });
    }

    static String groups(AuditGroups counted, List<GroupKey> keys, boolean isComplete, @Nullable Instant readTo) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("groups");
            counted.groups().forEach(group -> group(json, group, keys));
            json.writeEndArray();
            json.writeNumberProperty("total", counted.total());
            json.writeNumberProperty("records", counted.records());
            json.writeNumberProperty("requests", counted.requests());
            end(json, isComplete, readTo);
        });
    }

    private static void group(JsonGenerator json, AuditGroup group, List<GroupKey> keys) {
        json.writeStartObject();
        json.writeObjectPropertyStart("keys");
        for (int i = 0; i < keys.size(); i++) {
            json.writeStringProperty(keys.get(i).word(), group.keys().get(i));
        }
        json.writeEndObject();
        json.writeNumberProperty("records", group.records());
        json.writeNumberProperty("requests", group.requests());
        json.writeStringProperty("last", group.last().toString());
        json.writeEndObject();
    }

    private static void end(JsonGenerator json, boolean isComplete, @Nullable Instant readTo) {
        json.writeBooleanProperty("complete", isComplete);
        if (!isComplete && readTo != null) {
            json.writeStringProperty("read_to", readTo.toString());
        }
    }
}
