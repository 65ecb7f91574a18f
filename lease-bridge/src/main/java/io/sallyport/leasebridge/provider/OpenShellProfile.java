package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads a provider profile of OpenShell: its credentials become providers that are bound to its endpoints, and its
 * endpoints a rule that grants them. Endpoints that are not looked into are a rule of their own, without credentials. A
 * profile without credentials is a rule alone.
 */
record OpenShellProfile(ImportedItems items, ImportedParts parts) implements CredentialReader {
    @Override
    public void read(Members document) {
        Findings findings = items.document();
        OpenShellShape.PROFILE.check(document, Shape.ROOT, findings);
        Scalar id = Fields.scalar(document.members(), "id");
        if (id == null) {
            return;
        }
        List<DocumentNode> written = Fields.items(document.members(), "credentials");
        List<OpenShellCredential> credentials = credentials(written);
        List<OpenShellEndpoint> endpoints =
                endpoints(id.text(), Fields.items(document.members(), "endpoints"), !credentials.isEmpty());
        List<String> bound = endpoints.stream()
                .flatMap(endpoint -> endpoint.bound().stream())
                .distinct()
                .toList();
        if (!findings.hasErrors()) {
            List<String> names =
                    bound.isEmpty() ? unbound(credentials, findings) : addProviders(id, credentials, endpoints, bound);
            addRules(id, endpoints, endpoints.isEmpty() ? List.of() : binaries(document, findings), names);
        }
    }

    private List<OpenShellCredential> credentials(List<DocumentNode> written) {
        List<OpenShellCredential> credentials = written.stream()
                .map(node -> items.<OpenShellCredential>item(own -> OpenShellCredential.read(node, own)))
                .filter(Objects::nonNull)
                .toList();
        Set<String> names = new HashSet<>();
        for (OpenShellCredential credential : credentials) {
            if (!names.add(credential.name())) {
                String message = "two credentials are named " + Findings.quote(credential.name());
                items.document().error(credential.place(), DiagnosticCode.DUPLICATE_ENTRY, message, null);
            }
        }
        return credentials;
    }

    /**
     * An endpoint is left out only if no other may cover its requests: the more specific of two endpoints judges them,
     * and each denial counts.
     */
    private List<OpenShellEndpoint> endpoints(String id, List<DocumentNode> written, boolean bindsCredentials) {
        List<ImportedItems.Item<OpenShellEndpoint>> read = new ArrayList<>();
        for (DocumentNode node : written) {
            String name = id + ".endpoints[" + read.size() + "]";
            read.add(items.read(own -> OpenShellEndpoint.read(name, node, bindsCredentials, own)));
        }
        List<String> kept = IntStream.range(0, read.size())
                .filter(i -> !read.get(i).hasErrors())
                .mapToObj(i -> host(written.get(i)))
                .toList();
        List<OpenShellEndpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            String host = host(written.get(i));
            boolean alone = kept.stream().noneMatch(other -> OpenShellGlobs.mayOverlap(host, other));
            OpenShellEndpoint endpoint = items.settled(read.get(i), alone);
            if (endpoint != null) {
                endpoints.add(endpoint);
            }
        }
        return endpoints;
    }

    private static String host(DocumentNode endpoint) {
        Scalar host = Fields.scalar(Fields.members(endpoint), "host");
        return host == null ? "*" : host.text().toLowerCase(Locale.ROOT);
    }

    private static List<String> unbound(List<OpenShellCredential> credentials, Findings findings) {
        credentials.forEach(credential -> findings.warning(
                credential.place(),
                DiagnosticCode.NO_EFFECT,
                Findings.quote(credential.name())
                        + ": no endpoint of the profile is looked into, so that it could go nowhere",
                null));
        return List.of();
    }

    /** Returns the names of the providers. */
    private List<String> addProviders(
            Scalar id, List<OpenShellCredential> credentials, List<OpenShellEndpoint> endpoints, List<String> bound) {
        Findings findings = items.document();
        OpenShellKeys keys = OpenShellKeys.of(id.text(), credentials, endpoints);
        List<OpenShellCredential> others = keys.others(credentials);
        List<ImportedProvider> signing = keys.providers(endpoints, others.isEmpty(), id.place(), findings);
        parts.add(signing, id.place(), findings);
        List<String> names =
                new ArrayList<>(signing.stream().map(ImportedProvider::name).toList());
        boolean fills = fillsContent(endpoints, others, findings);
        for (OpenShellCredential credential : others) {
            if (credential.refresh().isOfRole()) {
                String message = "refresh.strategy aws_sts_assume_role: no endpoint of the profile signs with its keys";
                findings.error(credential.place(), DiagnosticCode.NOT_THERE_YET, message, null);
            }
            String name = credentials.size() == 1 ? id.text() : id.text() + "-" + credential.name();
            parts.add(List.of(credential.provider(name, bound, fills)), credential.place(), findings);
            names.add(name);
        }
        return names;
    }

    /** Whether content is filled, which a provider says for all of its endpoints. */
    private static boolean fillsContent(
            List<OpenShellEndpoint> endpoints, List<OpenShellCredential> filled, Findings findings) {
        List<OpenShellEndpoint> bound = endpoints.stream()
                .filter(endpoint -> !endpoint.bound().isEmpty())
                .toList();
        boolean some = bound.stream().anyMatch(OpenShellEndpoint::fillsContent);
        if (some && !filled.isEmpty()) {
            bound.stream()
                    .filter(endpoint -> !endpoint.fillsContent())
                    .findFirst()
                    .ifPresent(other -> {
                        String message = "bodies or messages are rewritten at other endpoints and not at this one";
                        findings.error(
                                other.ofPolicy().place(), DiagnosticCode.NOT_EXACT, message, "import them one by one");
                    });
        }
        return some;
    }

    /** Returns the paths of the programs that the rules are for, which the gateway does not see. */
    private static List<String> binaries(Members document, Findings findings) {
        List<String> paths = Fields.items(document.members(), "binaries").stream()
                .map(node -> node instanceof Scalar path ? path.text() : Fields.text(Fields.members(node), "path"))
                .toList();
        Member binaries = document.members().get("binaries");
        boolean named = !paths.isEmpty();
        Place place = binaries == null ? document.place() : binaries.keyPlace();
        String message = named ? "binaries: the gateway does not see who calls" : "no binaries";
        findings.warning(
                place,
                DiagnosticCode.BINARIES_NOT_SEEN,
                message + ": the rule holds for every program of the sandbox",
                null);
        return paths;
    }

    private void addRules(Scalar id, List<OpenShellEndpoint> endpoints, List<String> binaries, List<String> names) {
        Findings findings = items.document();
        Place place = id.place();
        boolean apart = !names.isEmpty();
        List<DocumentNode> first = endpoints.stream()
                .filter(endpoint -> !apart || endpoint.inspected())
                .<DocumentNode>map(OpenShellEndpoint::ofPolicy)
                .toList();
        List<DocumentNode> others = endpoints.stream()
                .filter(endpoint -> apart && !endpoint.inspected())
                .<DocumentNode>map(OpenShellEndpoint::ofPolicy)
                .toList();
        if (!first.isEmpty()) {
            parts.add(new ImportedRule(id.text(), first, binaries, names), place, findings);
        }
        if (!others.isEmpty()) {
            parts.add(new ImportedRule(id.text() + "-uninspected", others, binaries, List.of()), place, findings);
        }
    }
}
