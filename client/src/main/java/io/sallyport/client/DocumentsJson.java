package io.sallyport.client;

import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The body of {@code PUT /v1/sandboxes/ID}. The JSON of a lease is sent unchanged. */
final class DocumentsJson {

    private DocumentsJson() {}

    static ObjectNode of(SandboxDocuments documents) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        raw(body, "lease", documents.lease());
        raw(body, "lease_constraints", documents.leaseConstraints());
        text(body, "harness", documents.harness());
        text(body, "policy", documents.policy());
        text(body, "dialect", documents.dialect());
        map(body, "rego", documents.rego());
        text(body, "run", documents.run());
        Phase phase = documents.phase();
        text(body, "phase", phase == null ? null : phase.word());
        map(body, "labels", documents.labels());
        SandboxId parent = documents.parent();
        text(body, "parent", parent == null ? null : parent.text());
        WorkspaceId workspace = documents.workspace();
        text(body, "workspace", workspace == null ? null : workspace.text());
        if (!documents.phaseGates().isEmpty()) {
            documents.phaseGates().stream().sorted().forEach(body.putArray("phase_gates")::add);
        }
        if (documents.allowlistGet()) {
            body.put("allowlist_get", true);
        }
        HarnessFiles enclosed = documents.enclosed();
        map(body, "files", enclosed.files());
        if (!enclosed.profiles().isEmpty()) {
            enclosed.profiles().forEach(body.putArray("profiles")::add);
        }
        text(body, "forge", enclosed.forge());
        return body;
    }

    private static void text(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static void raw(ObjectNode body, String name, @Nullable String json) {
        if (json != null) {
            body.putRawValue(name, new RawValue(json));
        }
    }

    private static void map(ObjectNode body, String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            ObjectNode object = body.putObject(name);
            new TreeMap<>(values).forEach(object::put);
        }
    }
}
