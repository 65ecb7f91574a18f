package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.CredentialShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A credential of a profile of OpenShell. Where it has variables, it is filled in for their placeholders alone, as
 * OpenShell does, which keeps the fields about its place and does not use them; without variables they say where it is
 * injected.
 */
record OpenShellCredential(
        Place place,
        String name,
        List<String> variables,
        boolean required,
        OpenShellRefresh refresh,
        @Nullable ImportedInjection injection) {
    static @Nullable OpenShellCredential read(DocumentNode node, Findings findings) {
        CredentialShape.DESCRIBED.check(node, "credential", findings);
        Map<String, Member> fields = Fields.members(node);
        refuseUnsupported(fields, findings);
        List<String> variables =
                Fields.texts(fields, "env_vars").stream().map(Scalar::text).toList();
        ImportedInjection injection =
                variables.isEmpty() ? new OpenShellPlacement(node.place(), fields, findings).read() : null;
        OpenShellRefresh refresh = OpenShellRefresh.read(fields, findings);
        return refresh == null || findings.hasErrors()
                ? null
                : new OpenShellCredential(
                        node.place(),
                        Fields.text(fields, "name"),
                        variables,
                        Fields.isTrue(fields, "required"),
                        refresh,
                        injection);
    }

    private static void refuseUnsupported(Map<String, Member> fields, Findings findings) {
        Member grant = fields.get("token_grant");
        if (grant != null) {
            findings.error(
                    grant.keyPlace(),
                    DiagnosticCode.NOT_THERE_YET,
                    "token_grant: exchanging tokens is not there yet",
                    null);
        }
    }

    /**
     * Returns the provider of that name.
     *
     * @param fills whether placeholders in bodies and messages are filled in
     */
    ImportedProvider provider(String provider, List<String> endpoints, boolean fills) {
        String prefix = ImportedSecret.Environment.variableOf(provider);
        List<String> notes = new ArrayList<>();
        ImportedSecret secret = refresh.secret(prefix, variables.isEmpty() ? prefix : variables.getFirst(), notes);
        if (!required) {
            notes.add("The secret is optional: remove the provider if you have none.");
        }
        return new ImportedProvider(
                provider,
                notes,
                secret,
                endpoints,
                List.of(),
                variables,
                injection,
                Map.of(),
                fills && !variables.isEmpty());
    }
}
