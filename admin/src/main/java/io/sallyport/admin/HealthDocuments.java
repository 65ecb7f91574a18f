package io.sallyport.admin;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** The JSON of {@code /readyz} and {@code /healthz?verbose}. {@code openapi.json} describes each form. */
final class HealthDocuments {
    private HealthDocuments() {}

    static String ready(List<ReadinessCheck> checks) {
        return Documents.object(json -> write(json, checks));
    }

    static String health(List<ReadinessCheck> checks) {
        return Documents.object(json -> {
            json.writeBooleanProperty("alive", true);
            write(json, checks);
        });
    }

    private static void write(JsonGenerator json, List<ReadinessCheck> checks) {
        List<String> missing = checks.stream()
                .flatMap(check -> Stream.ofNullable(check.failure()))
                .toList();
        json.writeBooleanProperty("ready", missing.isEmpty());
        Documents.strings(json, "missing", missing);
        json.writeArrayPropertyStart("checks");
        for (ReadinessCheck check : checks) {
            json.writeStartObject();
            json.writeStringProperty("name", check.name());
            json.writeStringProperty("status", check.isOk() ? "ok" : "failing");
            if (check.failure() != null) {
                json.writeStringProperty("reason", check.failure());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
