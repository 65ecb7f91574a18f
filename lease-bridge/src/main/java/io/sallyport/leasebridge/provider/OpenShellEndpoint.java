package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.EndpointCheck;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of a profile of OpenShell.
 *
 * @param ofPolicy the endpoint of a network policy
 * @param inspected whether requests are looked into: where they are not, no credential is filled in
 * @param bound endpoints that its credentials are bound to; none where none is needed
 * @param fillsContent whether placeholders in its bodies, or messages, are filled in
 * @param signing how its requests are signed for AWS, or null
 */
record OpenShellEndpoint(
        Members ofPolicy,
        boolean inspected,
        List<String> bound,
        boolean fillsContent,
        @Nullable OpenShellSigning signing) {
    private static final String IN_BODIES = "request_body_credential_rewrite";
    private static final String IN_MESSAGES = "websocket_credential_rewrite";

    private static final Set<String> INSPECTED = Set.of("rest", "websocket", "graphql", "json-rpc", "mcp");

    /** @param bindsCredentials whether the profile has credentials, which need an exact endpoint */
    static @Nullable OpenShellEndpoint read(
            String name, DocumentNode node, boolean bindsCredentials, Findings findings) {
        if (!(node instanceof Members written)) {
            findings.error(node.place(), DiagnosticCode.BAD_VALUE, "endpoint: a mapping is wanted", null);
            return null;
        }
        Members endpoint = new OpenShellFields(findings).ofPolicy(written);
        EndpointCheck.check(name, endpoint, findings);
        boolean inspected = INSPECTED.contains(Fields.text(endpoint.members(), "protocol"));
        List<String> bound = inspected && bindsCredentials ? bound(endpoint, findings) : List.of();
        if (!inspected || !bindsCredentials) {
            refuseUnbound(written, findings);
        }
        boolean speaksWebSocket = Fields.text(endpoint.members(), "protocol").equals("websocket");
        warnOfOther(written, speaksWebSocket ? IN_BODIES : IN_MESSAGES, findings);
        boolean fills = Fields.isTrue(written.members(), speaksWebSocket ? IN_MESSAGES : IN_BODIES);
        return new OpenShellEndpoint(endpoint, inspected, bound, fills, OpenShellSigning.read(written, findings));
    }

    /** What is said of credentials where none of the profile's own goes. */
    private static void refuseUnbound(Members written, Findings findings) {
        for (String key : List.of(IN_BODIES, IN_MESSAGES, "credential_signing")) {
            Scalar said = Fields.scalar(written.members(), key);
            if (said != null && !said.text().isEmpty() && !Boolean.FALSE.equals(said.truth())) {
                String message = key + ": no credential of the profile is sent there";
                findings.error(said.place(), DiagnosticCode.NOT_THERE_YET, message, null);
            }
        }
    }

    private static void warnOfOther(Members written, String key, Findings findings) {
        if (Fields.isTrue(written.members(), key)) {
            String message = key + ": the protocol of the endpoint has none of these";
            findings.warning(written.place(), DiagnosticCode.NO_EFFECT, message, null);
        }
    }

    /** Returns the endpoints that credentials are bound to; of no use after reporting an error. */
    private static List<String> bound(Members endpoint, Findings findings) {
        Map<String, Member> fields = endpoint.members();
        String host = Fields.text(fields, "host");
        String path = Fields.text(fields, "path");
        String exactHost = Equivalent.of(host, OpenShellGlobs.host(host), "", place(endpoint, "host"), findings);
        String exactPath = Equivalent.of(path, OpenShellGlobs.path(path), "", place(endpoint, "path"), findings);
        List<Integer> ports = Stream.concat(
                        Stream.ofNullable(Fields.scalar(fields, "port")), Fields.texts(fields, "ports").stream())
                .map(Scalar::number)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return BoundTarget.texts(List.of(exactHost), ports, List.of(exactPath));
    }

    private static Place place(Members endpoint, String key) {
        Scalar scalar = Fields.scalar(endpoint.members(), key);
        return scalar == null ? endpoint.place() : scalar.place();
    }
}
