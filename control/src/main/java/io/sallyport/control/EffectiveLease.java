package io.sallyport.control;

import io.sallyport.decision.Sandbox;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.model.SandboxDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A lease with its inherited limits: a limit that a child leaves out is its parent's. */
public final class EffectiveLease {
    /** The only inherited capability. */
    static final String INHERITED = "model.use";

    private final SandboxStates states;

    EffectiveLease(SandboxStates states) {
        this.states = states;
    }

    /** Returns the documents in the form that is compiled. */
    SandboxDocuments of(SandboxDocuments documents) {
        String lease = documents.lease();
        SandboxState parent = documents.parent() == null ? null : states.find(documents.parent());
        if (lease == null || parent == null) {
            return documents;
        }
        return documents.toBuilder()
                .lease(under(lease, leases(parent.sandbox())))
                .build();
    }

    /**
     * Returns the lease in the form that is compiled: without {@code model.use} of its own, it takes its nearest
     * ancestor's.
     *
     * @param lease JSON text; need not be a valid lease
     * @param above JSON texts of the ancestors' leases, nearest first
     */
    public static String under(String lease, List<String> above) {
        Map<String, Member> own = LeaseTexts.members(lease);
        if (own == null || own.containsKey(INHERITED)) {
            return lease;
        }
        for (String ancestor : above) {
            Map<String, Member> members = LeaseTexts.members(ancestor, INHERITED);
            if (members != null && members.get(INHERITED) instanceof Member(var _, Scalar models)) {
                return with(models.text(), lease, own.isEmpty());
            }
        }
        return lease;
    }

    /** Appends the member at the end of the text, so that everything before it keeps its line and column. */
    private static String with(String models, String lease, boolean isEmpty) {
        String before = lease.substring(0, lease.lastIndexOf('}'));
        return before + (isEmpty ? "" : ",") + "\"" + INHERITED + "\":" + models + "}";
    }

    private List<String> leases(@Nullable Sandbox nearest) {
        List<String> leases = new ArrayList<>();
        for (Sandbox ancestor = nearest; ancestor != null; ancestor = ancestor.parent()) {
            SandboxState state = states.find(ancestor.id());
            String lease = state == null ? null : state.record().documents().lease();
            if (lease != null) {
                leases.add(lease);
            }
        }
        return leases;
    }
}
