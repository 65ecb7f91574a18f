package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a profile that are not about its endpoints. Immutable. */
record ProfileFields(Map<String, Member> members) {
    private static final String PROVIDERS = "write credentials: [NAME] with names of the gateway's providers";

    /** Returns the paths of the programs that the profile is for; OpenShell has them as texts and as objects. */
    List<String> binaries() {
        return Fields.items(members, "binaries").stream()
                .map(node -> node instanceof Scalar path ? path.text() : Fields.text(Fields.members(node), "path"))
                .toList();
    }

    /** Warns of what has an effect in OpenShell and none here. */
    void warnOfIneffective(Findings findings) {
        boolean described = Fields.items(members, "credentials").stream().anyMatch(Members.class::isInstance);
        if (described) {
            warn("credentials", "secrets that a profile describes have no effect", PROVIDERS, findings);
        }
        if (!Fields.items(Fields.members(members, "discovery"), "credentials").isEmpty()) {
            warn("discovery", "no secret is looked for on this machine", null, findings);
        }
        if (Fields.isTrue(members, "inference_capable")) {
            warn("inference_capable", "it has no effect; models are configured by the operator", null, findings);
        }
    }

    private void warn(String field, String why, @Nullable String help, Findings findings) {
        Member member = members.get(field);
        if (member != null) {
            findings.warning(member.keyPlace(), DiagnosticCode.NO_EFFECT, field + ": " + why, help);
        }
    }
}
