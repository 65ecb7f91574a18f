package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of changes that wait for approval. {@code openapi.json} describes each form. */
final class ApprovalDocuments {
    private ApprovalDocuments() {}

    /** @param inForce the guardrails in force, which tell changes that can still come into force from others */
    static String list(List<PendingChange> changes, GuardrailsView inForce) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("approvals");
            for (PendingChange change : changes) {
                json.writeStartObject();
                summary(json, change, inForce);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    /** Writes the change with its texts, and the difference to the guardrails in force. */
    static String whole(PendingChange change, GuardrailsView inForce) {
        return JsonAnswers.object(json -> {
            summary(json, change, inForce);
            HistoryDocuments.texts(json, change.set());
            json.writeStringProperty("diff", HistoryDocuments.difference(inForce, change.set()));
        });
    }

    /** Writes the answer to the call that made the change. */
    static String pending(GuardrailsAnswer.Pending answer) {
        return JsonAnswers.object(json -> {
            change(json, answer.change());
            json.writeStringProperty("status", "pending");
            json.writeBooleanProperty("dry_run", false);
            JsonAnswers.diagnostics(json, answer.diagnostics());
        });
    }

    private static void summary(JsonGenerator json, PendingChange change, GuardrailsView inForce) {
        change(json, change);
        json.writeStringProperty("status", change.base().equals(inForce.tag()) ? "pending" : "outdated");
    }

    private static void change(JsonGenerator json, PendingChange change) {
        ChangeOrigin origin = change.origin();
        json.writeStringProperty("id", change.id());
        json.writeStringProperty("digest", change.set().digest());
        if (change.set().revision() != null) {
            json.writeStringProperty("revision", change.set().revision());
        }
        json.writeStringProperty("base", change.base());
        HistoryDocuments.origin(json, origin);
        json.writeBooleanProperty("promotes", change.promotes());
        json.writeStringProperty(
                "time", Instant.ofEpochMilli(change.timeMillis()).toString());
        json.writeStringProperty(
                "expires_at", Instant.ofEpochMilli(change.expiresMillis()).toString());
    }

    /** Names a change and its author for the audit log, with the note of whoever settles it. */
    static String named(PendingChange change, @Nullable String note) {
        return change.summary() + (note == null ? "" : ", note: " + note);
    }
}
