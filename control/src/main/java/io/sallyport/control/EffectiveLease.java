package io.sallyport.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxDocuments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A lease with the limits that it inherits: what a child leaves out is its parent's. */
public final class EffectiveLease {
    /** The one capability that is inherited. */
    static final String INHERITED = "model.use";

    private final Commits commits;

    EffectiveLease(Commits commits) {
        this.commits = commits;
    }

    /** The documents as they are compiled. */
    SandboxDocuments of(SandboxDocuments documents) {
        String lease = documents.lease();
        SandboxState parent = documents.parent() == null ? null : commits.find(documents.parent());
        if (lease == null || parent == null) {
            return documents;
        }
        return documents.toBuilder()
                .lease(under(lease, leases(parent.sandbox())))
                .build();
    }

    /**
     * The lease as it is compiled: {@code model.use} is the nearest ancestor's where the lease has none.
     *
     * @param lease JSON text, which need not be a lease
     * @param above JSON texts of the ancestors' leases, nearest first
     */
    public static String under(String lease, List<String> above) {
        if (!(LeaseTexts.read(lease) instanceof ObjectNode own) || own.has(INHERITED)) {
            return lease;
        }
        for (String ancestor : above) {
            JsonNode models = LeaseTexts.tree(ancestor).get(INHERITED);
            if (models != null) {
                return own.set(INHERITED, models).toString();
            }
        }
        return lease;
    }

    private List<String> leases(@Nullable Sandbox nearest) {
        List<String> leases = new ArrayList<>();
        for (Sandbox ancestor = nearest; ancestor != null; ancestor = ancestor.parent()) {
            SandboxState state = commits.find(ancestor.id());
            String lease = state == null ? null : state.record().documents().lease();
            if (lease != null) {
                leases.add(lease);
            }
        }
        return leases;
    }
}
