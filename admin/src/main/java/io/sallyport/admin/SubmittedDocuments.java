package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.Control.DocumentsView;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes documents as {@code PUT /v1/sandboxes/{id}} takes them. The phase is left out: a PUT without one keeps it.
 */
final class SubmittedDocuments {
    private SubmittedDocuments() {}

    static String text(DocumentsView view) {
        SandboxDocuments documents = view.documents();
        return JsonAnswers.object(json -> {
            json.writeNumberProperty("generation", view.generation());
            json.writeBooleanProperty("identity", documents.identity() != null);
            json.writeObjectPropertyStart("documents");
            policy(json, documents);
            facts(json, documents);
            json.writeEndObject();
        });
    }

    /** Writes those that grant and restrict. */
    static void policy(JsonGenerator json, SandboxDocuments documents) {
        raw(json, "lease", documents.lease());
        raw(json, "lease_constraints", documents.leaseConstraints());
        string(json, "harness", documents.harness());
        string(json, "policy", documents.policy());
        string(json, "dialect", documents.dialect());
        strings(json, "rego", documents.rego());
        strings(json, "files", documents.enclosed().files());
        strings(json, "profiles", documents.enclosed().profiles());
        string(json, "forge", documents.enclosed().forge());
        if (documents.allowlistGet()) {
            json.writeBooleanProperty("allowlist_get", true);
        }
    }

    private static void facts(JsonGenerator json, SandboxDocuments documents) {
        string(json, "run", documents.run());
        strings(json, "labels", documents.labels());
        SandboxId parent = documents.parent();
        string(json, "parent", parent == null ? null : parent.text());
        WorkspaceId workspace = documents.workspace();
        string(json, "workspace", workspace == null ? null : workspace.text());
        strings(json, "phase_gates", List.copyOf(documents.phaseGates()));
    }

    private static void raw(JsonGenerator json, String name, @Nullable String value) {
        if (value != null) {
            json.writeName(name);
            json.writeRawValue(value);
        }
    }

    private static void string(JsonGenerator json, String name, @Nullable String text) {
        if (text != null) {
            json.writeStringProperty(name, text);
        }
    }

    private static void strings(JsonGenerator json, String name, Map<String, String> strings) {
        if (!strings.isEmpty()) {
            JsonAnswers.strings(json, name, strings);
        }
    }

    private static void strings(JsonGenerator json, String name, List<String> strings) {
        if (!strings.isEmpty()) {
            JsonAnswers.strings(json, name, strings);
        }
    }
}
