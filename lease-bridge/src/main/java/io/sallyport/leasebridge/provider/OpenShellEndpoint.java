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
 */
record OpenShellEndpoint(Members ofPolicy, boolean inspected, List<String> bound) {
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
        return new OpenShellEndpoint(endpoint, inspected, bound);
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
