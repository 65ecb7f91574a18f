package io.sallyport.control;

import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.model.SandboxDocuments;
import java.util.List;
import java.util.Map;

/** A lease with its inherited limits: a limit that a child leaves out is its parent's. */
public final class EffectiveLease {
    /** The only inherited capability. */
    static final String INHERITED = "model.use";

    private EffectiveLease() {}

    /**
     * Returns the documents in the form that is compiled.
     *
     * @param above JSON texts of the ancestors' leases, nearest first
     */
    static SandboxDocuments of(SandboxDocuments documents, List<String> above) {
        String lease = documents.lease();
        return lease == null || above.isEmpty()
                ? documents
                : documents.toBuilder().lease(under(lease, above)).build();
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
}
