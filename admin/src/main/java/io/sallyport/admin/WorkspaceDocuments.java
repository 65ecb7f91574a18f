package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceView;
import io.sallyport.documents.Diagnostic;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the JSON of answers about workspaces. {@code openapi.json} describes each form. */
final class WorkspaceDocuments {
    private WorkspaceDocuments() {}

    static String workspaces(List<WorkspaceView> all) {
        return JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("workspaces");
            for (WorkspaceView view : all) {
                json.writeStartObject();
                summary(json, view);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    static String workspace(WorkspaceView view) {
        return JsonAnswers.object(json -> {
            whole(json, view, view.diagnostics());
            json.writeObjectPropertyStart("documents");
            SubmittedDocuments.policy(json, view.documents());
            json.writeEndObject();
        });
    }

    static String inForce(WorkspaceView view, List<Diagnostic> diagnostics) {
        return JsonAnswers.object(json -> whole(json, view, diagnostics));
    }

    private static void summary(JsonGenerator json, WorkspaceView view) {
        json.writeStringProperty("id", view.id().text());
        json.writeNumberProperty("generation", view.generation());
        json.writeStringProperty("digest", view.digest());
        json.writeStringProperty("status", view.status());
        json.writeNumberProperty("sandboxes", view.sandboxes());
        if (view.expiresAt() != null) {
            json.writeStringProperty("expires_at", view.expiresAt());
        }
    }

    private static void whole(JsonGenerator json, WorkspaceView view, List<Diagnostic> diagnostics) {
        summary(json, view);
        JsonAnswers.strings(json, "allowed", view.allowed());
        JsonAnswers.amounts(json, "budgets", view.remaining());
        JsonAnswers.diagnostics(json, diagnostics);
    }
}
