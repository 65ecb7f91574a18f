package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.Place;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.leasebridge.yaml.Fields;
import io.sallyport.leasebridge.yaml.Rule;
import io.sallyport.leasebridge.yaml.YamlNode;
import io.sallyport.leasebridge.yaml.YamlReader;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Grant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads network policies and profiles, YAML, in the strict dialect (specs: network policy; API servers, section 4). What is
 * known and not there yet refuses the document by its name and place: nothing that it says is passed over, but for binaries,
 * which a gateway outside of the sandbox cannot see, and a warning says so.
 */
public final class NetworkPolicyReader {
    /** Endpoints of all documents together. */
    static final int MAX_ENDPOINTS = 10_000;

    /** Ports times rules, of all endpoints together. */
    static final int MAX_WEIGHT = 100_000;

    /** What the rules of profiles are named by; no policy has such a rule. */
    static final String PROFILE_PREFIX = "_provider_";

    private static final YamlReader.Bounds BOUNDS = new YamlReader.Bounds(YamlReader.MAX_BYTES, false);

    /** What stands in the name of a rule, and so in audit and refusals. */
    private static final Pattern KEY = Pattern.compile("[ -~&&[^\"\\\\]]{1,128}");

    private final List<PolicyEndpoint> endpoints = new ArrayList<>();
    private final List<Findings> found = new ArrayList<>();
    private Findings findings = new Findings("");
    private String file = "";
    private int seen;
    private int weight;

    private NetworkPolicyReader() {}

    /** Grants, or why there are none. */
    public sealed interface Result {
        /** Errors refuse the document, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    /**
     * What the documents grant.
     *
     * @param grants by document, there by the names of their rules, in alphabetical order, and there as they are written
     * @param denials what is refused whatever grants it
     */
    public record Read(List<Grant> grants, List<Denial> denials, List<Diagnostic> diagnostics) implements Result {
        public Read {
            grants = List.copyOf(grants);
            denials = List.copyOf(denials);
        }
    }

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a policy.
     *
     * @param file the name for diagnostics, as {@code policy}
     */
    public static Result read(String file, String yaml) {
        return read(List.of(new NetworkDocument.Policy(file, yaml)));
    }

    /** Reads documents that add up, under the bounds of one. */
    public static Result read(List<NetworkDocument> documents) {
        var reader = new NetworkPolicyReader();
        documents.forEach(reader::readDocument);
        EndpointConflicts.check(reader.endpoints);
        List<Diagnostic> diagnostics =
                reader.found.stream().flatMap(each -> each.all().stream()).toList();
        return reader.found.stream().anyMatch(Findings::hasErrors)
                ? new Refused(diagnostics)
                : new Read(reader.grants(), reader.denials(), diagnostics);
    }

    private void readDocument(NetworkDocument document) {
        file = document.file();
        findings = new Findings(file);
        found.add(findings);
        YamlNode root = YamlReader.read(document.text(), BOUNDS, findings);
        switch (root) {
            case null -> {}
            case YamlNode.Members(var members, var _) -> {
                switch (document) {
                    case NetworkDocument.Policy _ -> readPolicy(root, members);
                    case NetworkDocument.Profile profile -> readProfile(profile, root, members);
                }
            }
            case YamlNode.Scalar _, YamlNode.Items _ ->
                findings.error(root.place(), "BAD_VALUE", "a network policy or a profile is a mapping", null);
        }
    }

    private void readPolicy(YamlNode root, Map<String, YamlNode.Member> document) {
        NetworkPolicyShape.DOCUMENT.check(root, Rule.ROOT, findings);
        StaticSections.check(document, findings);
        rules(document).forEach(this::readRule);
    }

    private void readProfile(NetworkDocument.Profile profile, YamlNode root, Map<String, YamlNode.Member> document) {
        ProfileShape.PROFILE.check(root, Rule.ROOT, findings);
        YamlNode.Scalar id = Fields.scalar(document, "id");
        if (id != null && !id.text().equals(profile.name())) {
            String message = "id: it was attached as " + Findings.quote(profile.name());
            findings.error(id.place(), "OTHER_NAME", message + " and calls itself " + Findings.quote(id.text()), null);
        }
        warnOfBinaries(root.place(), document);
        readEndpoints("policy:" + PROFILE_PREFIX + profile.name(), document, Protocol.REST);
    }

    private static List<Map.Entry<String, YamlNode.Member>> rules(Map<String, YamlNode.Member> document) {
        Comparator<Map.Entry<String, YamlNode.Member>> byName = Comparator.comparing(NetworkPolicyReader::name);
        return Fields.members(document, "network_policies").entrySet().stream()
                .sorted(byName.thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    private static String name(Map.Entry<String, YamlNode.Member> rule) {
        YamlNode.Scalar name = Fields.scalar(Fields.members(rule.getValue().value()), "name");
        return name == null || name.text().isEmpty() ? rule.getKey() : name.text();
    }

    private void readRule(Map.Entry<String, YamlNode.Member> entry) {
        Place place = entry.getValue().keyPlace();
        String key = entry.getKey();
        if (!KEY.matcher(key).matches()) {
            findings.error(place, "BAD_VALUE", "the key of a rule is printable ASCII, at most 128 characters", null);
        }
        Map<String, YamlNode.Member> rule = Fields.members(entry.getValue().value());
        if (key.startsWith(PROFILE_PREFIX) || name(entry).startsWith(PROFILE_PREFIX)) {
            findings.error(place, "RESERVED_NAME", PROFILE_PREFIX + " begins the names of profiles' rules", null);
        }
        warnOfBinaries(place, rule);
        readEndpoints("policy:" + key, rule, Protocol.L4);
    }

    private void warnOfBinaries(Place place, Map<String, YamlNode.Member> rule) {
        boolean named = !Fields.items(rule, "binaries").isEmpty();
        String message = named ? "binaries: the gateway does not see who calls" : "no binaries";
        findings.warning(
                place, "BINARIES_NOT_SEEN", message + ": the rule holds for every program of the sandbox", null);
    }

    /** @param usual what an endpoint speaks that does not say so */
    private void readEndpoints(String name, Map<String, YamlNode.Member> rule, Protocol usual) {
        List<YamlNode> items = Fields.items(rule, "endpoints");
        for (int i = 0; i < items.size(); i++) {
            readEndpoint(name + ".endpoints[" + i + "]", items.get(i), usual);
        }
    }

    private void readEndpoint(String name, YamlNode item, Protocol usual) {
        if (++seen > MAX_ENDPOINTS) {
            tooLarge(seen == MAX_ENDPOINTS + 1, item, "more than " + MAX_ENDPOINTS + " endpoints");
            return;
        }
        Findings own = new Findings(file);
        NetworkPolicyShape.ENDPOINT.check(item, "endpoint", own);
        PolicyEndpoint endpoint = own.hasErrors() ? null : new EndpointReader(name, item, usual, own, findings).read();
        findings.addAll(own);
        if (endpoint != null) {
            boolean fitted = weight <= MAX_WEIGHT;
            weight += endpoint.weight();
            tooLarge(fitted && weight > MAX_WEIGHT, item, "more than " + MAX_WEIGHT + " pairs of a port and a rule");
            endpoints.add(endpoint);
        }
    }

    private void tooLarge(boolean first, YamlNode at, String message) {
        if (first) {
            findings.error(at.place(), "TOO_LARGE", message, null);
        }
    }

    private List<Grant> grants() {
        return endpoints.stream()
                .flatMap(endpoint -> endpoint.grants().stream())
                .toList();
    }

    private List<Denial> denials() {
        return endpoints.stream()
                .flatMap(endpoint -> endpoint.denials().stream())
                .toList();
    }
}
