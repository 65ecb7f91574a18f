package io.sallyport.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxDocuments;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A lease with the limits that it inherits: what a child leaves out is its parent's. */
final class EffectiveLease {
    private static final String MODELS = "model.use";

    private final Commits commits;

    EffectiveLease(Commits commits) {
        this.commits = commits;
    }

    /** The documents as they are compiled: {@code model.use} is the nearest ancestor's where the lease has none. */
    SandboxDocuments of(SandboxDocuments documents) {
        String lease = documents.lease();
        Kept parent = documents.parent() == null ? null : commits.find(documents.parent());
        if (lease == null || parent == null || !(LeaseTexts.read(lease) instanceof ObjectNode own) || own.has(MODELS)) {
            return documents;
        }
        JsonNode models = models(parent.sandbox());
        return models == null
                ? documents
                : documents.withLease(own.set(MODELS, models).toString());
    }

    private @Nullable JsonNode models(Sandbox nearest) {
        for (Sandbox ancestor = nearest; ancestor != null; ancestor = ancestor.parent()) {
            Kept kept = commits.find(ancestor.id());
            String lease = kept == null ? null : kept.stored().documents().lease();
            JsonNode models = lease == null ? null : LeaseTexts.tree(lease).get(MODELS);
            if (models != null) {
                return models;
            }
        }
        return null;
    }
}
