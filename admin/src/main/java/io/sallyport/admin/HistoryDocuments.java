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
            JsonAnswers.strings(json, "rego", past.set().rego());
            if (past.set().data() != null) {
                json.writeName("data");
                json.writeRawValue(past.set().data());
            }
        });
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
        author(json, past.origin());
        if (past.origin().note() != null) {
            json.writeStringProperty("note", past.origin().note());
        }
        if (past.origin().restores() != null) {
            json.writeNumberProperty("restores", past.origin().restores());
        }
        json.writeBooleanProperty("compiled", past.compiled());
    }

    private static void author(JsonGenerator json, ChangeOrigin origin) {
        json.writeObjectPropertyStart("author");
        json.writeStringProperty("role", origin.by());
        if (origin.name() != null) {
            json.writeStringProperty("name", origin.name());
        }
        json.writeEndObject();
    }

    static String diff(GuardrailsView before, GuardrailsView after) {
        return JsonAnswers.object(json -> {
            json.writeNumberProperty("from", before.epoch());
            json.writeNumberProperty("to", after.epoch());
            json.writeStringProperty("diff", UnifiedDiff.ofFiles(files(before), files(after)));
        });
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
