package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.Control.PastGuardrailsView;
import io.sallyport.documents.UnifiedDiff;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of answers about earlier guardrails. {@code openapi.json} describes each form. */
final class HistoryDocuments {
    private HistoryDocuments() {}

    static String list(List<PastGuardrailsView> newestFirst) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("history");
            for (PastGuardrailsView past : newestFirst) {
                json.writeStartObject();
                summary(json, past);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    static String whole(PastGuardrailsView past) {
        return JsonAnswers.object(json -> {
            summary(json, past);
            texts(json, past.set());
        });
    }

    static void texts(JsonGenerator json, GuardrailsView set) {
        JsonAnswers.strings(json, "rego", set.rego());
        if (set.data() != null) {
            json.writeName("data");
            json.writeRawValue(set.data());
        }
    }

    private static void summary(JsonGenerator json, PastGuardrailsView past) {
        json.writeNumberProperty("epoch", past.set().epoch());
        json.writeStringProperty("digest", past.set().digest());
        if (past.set().revision() != null) {
            json.writeStringProperty("revision", past.set().revision());
        }
        if (past.timeMillis() > 0) {
            json.writeStringProperty(
                    "time", Instant.ofEpochMilli(past.timeMillis()).toString());
        }
        origin(json, past.origin());
        json.writeBooleanProperty("compiled", past.compiled());
    }

    static void origin(JsonGenerator json, ChangeOrigin origin) {
        json.writeObjectPropertyStart("author");
        person(json, origin);
        json.writeEndObject();
        note(json, origin);
        if (origin.restores() != null) {
            json.writeNumberProperty("restores", origin.restores());
        }
        ChangeOrigin approver = origin.approver();
        if (approver != null) {
            json.writeObjectPropertyStart("approver");
            person(json, approver);
            note(json, approver);
            json.writeEndObject();
        }
    }

    private static void person(JsonGenerator json, ChangeOrigin origin) {
        json.writeStringProperty("role", origin.by());
        if (origin.name() != null) {
            json.writeStringProperty("name", origin.name());
        }
    }

    private static void note(JsonGenerator json, ChangeOrigin origin) {
        if (origin.note() != null) {
            json.writeStringProperty("note", origin.note());
        }
    }

    static String diff(GuardrailsView before, GuardrailsView after) {
        return JsonAnswers.object(json -> {
            json.writeNumberProperty("from", before.epoch());
            json.writeNumberProperty("to", after.epoch());
            json.writeStringProperty("diff", difference(before, after));
        });
    }

    /** Returns the difference of the texts of two sets as a unified diff. */
    static String difference(GuardrailsView before, GuardrailsView after) {
        return UnifiedDiff.ofFiles(files(before), files(after));
    }

    private static Map<String, String> files(GuardrailsView set) {
        Map<String, String> files = new TreeMap<>(set.rego());
        String data = set.data();
        if (data != null) {
            files.put("data.json", data);
        }
        return files;
    }
}
