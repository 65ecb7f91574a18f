package io.sallyport.admin.ask;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.model.Decision;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of requests that wait for a person; no query, header or body. {@code openapi.json} has the forms. */
public final class AskDocuments {
    private AskDocuments() {}

    /** Returns all that wait. */
    public static String list(List<HeldRequest> waiting) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("asks");
            for (HeldRequest one : waiting) {
                json.writeStartObject();
                members(json, one);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    /** Returns the answer to whoever answered {@code request}; {@code status} is {@code allowed} or {@code denied}. */
    public static String answered(HeldRequest request, String status) {
        return JsonAnswers.object(json -> {
            json.writeStringProperty("status", status);
            members(json, request);
        });
    }

    /** Returns one event of the stream, or of the webhook: {@code opened} or {@code ended}. */
    public static String event(String event, HeldRequest request) {
        return JsonAnswers.object(json -> {
            json.writeStringProperty("event", event);
            members(json, request);
        });
    }

    private static void members(JsonGenerator json, HeldRequest one) {
        json.writeStringProperty("id", one.id());
        json.writeStringProperty("sandbox", one.sandbox().text());
        if (one.run() != null) {
            json.writeStringProperty("run", one.run());
        }
        json.writeStringProperty("method", one.request().method());
        json.writeStringProperty("url", one.request().target());
        json.writeBooleanProperty("query", one.request().query().text() != null);
        json.writeStringProperty("reason", one.deny().reason().word());
        json.writeArrayPropertyStart("asked");
        one.asked().forEach(json::writeString);
        json.writeEndArray();
        json.writeArrayPropertyStart("messages");
        one.deny().denies().stream().map(Decision.DenyRule::message).forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("digest", one.digest());
        json.writeStringProperty("opened_at", one.openedAt().toString());
        json.writeStringProperty("expires_at", one.expiresAt().toString());
    }
}
