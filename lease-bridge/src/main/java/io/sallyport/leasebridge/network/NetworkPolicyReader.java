package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.Place;
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
import org.jspecify.annotations.Nullable;

/**
 * Reads network policies, YAML, in the strict dialect (specs: network policy). What is known and not there yet refuses the
 * document by its name and place: nothing that it says is passed over, but for binaries, which a gateway outside of the
 * sandbox cannot see, and a warning says so.
 */
public final class NetworkPolicyReader {
    /** Endpoints of one document. */
    static final int MAX_ENDPOINTS = 10_000;

    /** Ports times rules, of all endpoints together. */
    static final int MAX_WEIGHT = 100_000;

    private static final YamlReader.Bounds BOUNDS = new YamlReader.Bounds(YamlReader.MAX_BYTES, false);

    /** What stands in the name of a rule, and so in audit and refusals. */
    private static final Pattern KEY = Pattern.compile("[ -~&&[^\"\\\\]]{1,128}");

    private final String file;
    private final Findings findings;
    private final List<PolicyEndpoint> endpoints = new ArrayList<>();
    private int seen;
    private int weight;

    private NetworkPolicyReader(String file) {
        this.file = file;
        this.findings = new Findings(file);
    }

    /** Grants, or why there are none. */
    public sealed interface Result {
        /** Errors refuse the document, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    /**
     * What the document grants.
     *
     * @param grants by the names of their rules, in alphabetical order, and there as they are written
     */
    public record Read(List<Grant> grants, List<Diagnostic> diagnostics) implements Result {
        public Read {
            grants = List.copyOf(grants);
        }
    }

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a policy.
     *
     * @param file the name for diagnostics, as {@code policy}
     */
    public static Result read(String file, String yaml) {
        NetworkPolicyReader reader = new NetworkPolicyReader(file);
        reader.read(YamlReader.read(yaml, BOUNDS, reader.findings));
        List<Diagnostic> diagnostics = reader.findings.all();
        return reader.findings.hasErrors() ? new Refused(diagnostics) : new Read(reader.grants(), diagnostics);
    }

    private void read(@Nullable YamlNode root) {
        if (root instanceof YamlNode.Members(var document, var _)) {
            NetworkPolicyShape.DOCUMENT.check(root, Rule.ROOT, findings);
            StaticSections.check(document, findings);
            rules(document).forEach(this::readRule);
            EndpointConflicts.check(endpoints, findings);
        } else if (root != null) {
            findings.error(root.place(), "BAD_VALUE", "a network policy is a mapping", null);
        }
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
        if (!KEY.matcher(entry.getKey()).matches()) {
            findings.error(place, "BAD_VALUE", "the key of a rule is printable ASCII, at most 128 characters", null);
        }
        Map<String, YamlNode.Member> rule = Fields.members(entry.getValue().value());
        boolean named = !Fields.items(rule, "binaries").isEmpty();
        String message = named ? "binaries: the gateway does not see who calls" : "no binaries";
        findings.warning(
                place, "BINARIES_NOT_SEEN", message + ": the rule holds for every program of the sandbox", null);
        List<YamlNode> items = Fields.items(rule, "endpoints");
        for (int i = 0; i < items.size(); i++) {
            readEndpoint("policy:" + entry.getKey() + ".endpoints[" + i + "]", items.get(i));
        }
    }

    private void readEndpoint(String name, YamlNode item) {
        if (++seen > MAX_ENDPOINTS) {
            tooLarge(seen == MAX_ENDPOINTS + 1, item, "more than " + MAX_ENDPOINTS + " endpoints");
            return;
        }
        Findings own = new Findings(file);
        NetworkPolicyShape.ENDPOINT.check(item, "endpoint", own);
        PolicyEndpoint endpoint = own.hasErrors() ? null : new EndpointReader(name, item, own).read();
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
}
