package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.DocumentsView;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of changes that wait for approval. {@code openapi.json} describes each form. */
final class ApprovalDocuments {
    private ApprovalDocuments() {}

    /** @param outdated tells the changes that can come into force no longer */
    static String list(List<PendingChange> changes, Predicate<PendingChange> outdated) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("approvals");
            for (PendingChange change : changes) {
                json.writeStartObject();
                summary(json, change, outdated.test(change));
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    /** Writes the change with its texts, and their difference to what is in force. */
    static String whole(PendingChange change, boolean isOutdated, String difference) {
        return JsonAnswers.object(json -> {
            summary(json, change, isOutdated);
            switch (change.proposal()) {
                case Proposal.OfGuardrails(GuardrailsView set, boolean _) -> HistoryDocuments.texts(json, set);
                case Proposal.OfWorkspace(var _, SandboxDocuments documents, var _) -> {
                    if (documents != null) {
                        documents(json, documents);
                    }
                }
                case Proposal.OfSandbox(var _, SandboxDocuments documents, var _) -> documents(json, documents);
            }
            json.writeStringProperty("diff", difference);
        });
    }

    private static void documents(JsonGenerator json, SandboxDocuments documents) {
        json.writeName("documents");
        json.writeRawValue(SubmittedDocuments.text(new DocumentsView(0, documents)));
    }

    /** Writes the answer to the call that made the change. */
    static String pending(PendingChange change, List<Diagnostic> diagnostics) {
        return JsonAnswers.object(json -> {
            change(json, change);
            json.writeStringProperty("status", "pending");
            json.writeBooleanProperty("dry_run", false);
            JsonAnswers.diagnostics(json, diagnostics);
        });
    }

    private static void summary(JsonGenerator json, PendingChange change, boolean isOutdated) {
        change(json, change);
        json.writeStringProperty("status", isOutdated ? "outdated" : "pending");
    }

    private static void change(JsonGenerator json, PendingChange change) {
        ChangeOrigin origin = change.origin();
        json.writeStringProperty("id", change.id());
        json.writeStringProperty("target", change.proposal().target());
        json.writeStringProperty("digest", change.proposal().digest());
        boolean promotes = false;
        switch (change.proposal()) {
            case Proposal.OfGuardrails(GuardrailsView set, boolean isPromotion) -> {
                promotes = isPromotion;
                if (set.revision() != null) {
                    json.writeStringProperty("revision", set.revision());
                }
            }
            case Proposal.OfWorkspace(var _, var documents, var _) ->
                json.writeBooleanProperty("removes", documents == null);
            case Proposal.OfSandbox _ -> {}
        }
        json.writeStringProperty("base", change.base());
        HistoryDocuments.origin(json, origin);
        json.writeBooleanProperty("promotes", promotes);
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
