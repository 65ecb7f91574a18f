package io.sallyport.admin;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.control.calls.Control.DocumentsView;
import io.sallyport.documents.UnifiedDiff;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.identity.IdentityClaims;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Returns the difference of all that a PUT brings as a unified diff, with a file for each document. */
    static String difference(SandboxDocuments before, SandboxDocuments after) {
        return UnifiedDiff.ofFiles(files(before), files(after));
    }

    private static Map<String, String> files(SandboxDocuments documents) {
        var files = new TreeMap<String, String>();
        documents.rego().forEach((name, text) -> files.put("rego/" + name, text));
        documents.enclosed().files().forEach((name, text) -> files.put("files/" + name, text));
        put(files, "lease.json", documents.lease());
        put(files, "lease_constraints.json", documents.leaseConstraints());
        put(files, "harness.yaml", documents.harness());
        put(files, "policy.yaml", documents.policy());
        files.put("settings", settings(documents));
        return files;
    }

    private static void put(Map<String, String> files, String name, @Nullable String text) {
        if (text != null) {
            files.put(name, text);
        }
    }

    /** Returns what is no document, one a line and escaped: no value looks like another line. */
    private static String settings(SandboxDocuments documents) {
        IdentityClaims identity = documents.identity();
        Phase phase = documents.phase();
        return Stream.<Consumer<JsonGenerator>>of(
                        json -> {
                            if (identity != null) {
                                json.writeStringProperty("identity", identity.issuer());
                                json.writeStringProperty(
                                        "until",
                                        Instant.ofEpochSecond(identity.expiresAt())
                                                .toString());
                                raw(json, "claims", identity.claims());
                            }
                        },
                        json -> string(json, "phase", phase == null ? null : phase.word()),
                        json -> string(json, "dialect", documents.dialect()),
                        json -> strings(json, "profiles", documents.enclosed().profiles()),
                        json -> string(json, "forge", documents.enclosed().forge()),
                        json -> allowlistGet(json, documents),
                        json -> facts(json, documents))
                .map(JsonAnswers::object)
                .filter(line -> !line.equals("{}"))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
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
        allowlistGet(json, documents);
    }

    private static void allowlistGet(JsonGenerator json, SandboxDocuments documents) {
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
