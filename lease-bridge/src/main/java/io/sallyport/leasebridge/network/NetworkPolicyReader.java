package io.sallyport.leasebridge.network;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.documents.YamlReader;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.ApiServerHost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads network policies and profiles, YAML, in the strict dialect (specs: network policy; API servers, section 4). A
 * known feature that is not implemented refuses the document, with its name and position. Nothing is ignored silently:
 * binaries, which a gateway outside the sandbox cannot see, produce a warning or an error.
 */
public final class NetworkPolicyReader {
    /** Default limit of endpoints in all documents together. */
    public static final int MAX_ENDPOINTS = 10_000;

    /** Limit of ports times rules, summed over all endpoints. */
    public static final int MAX_WEIGHT = 100_000;

    /** Limit of credentials of one rule. */
    static final int MAX_CREDENTIALS = 16;

    /** Prefix of rule names of profiles; no policy has such a rule. */
    static final String PROFILE_PREFIX = "_provider_";

    /** The path of binaries that covers every program. */
    private static final String EVERY_PROGRAM = "**";

    private static final YamlReader.Bounds BOUNDS = new YamlReader.Bounds(YamlReader.MAX_BYTES, false);

    /** Characters allowed in the name of a rule, which appears in the audit log and in refusals. */
    private static final Pattern KEY = Pattern.compile("[ -~&&[^\"\\\\]]{1,128}");

    private final LocalServers servers;
    private final NetworkRules rules;
    private final NetworkPolicyShape shape;
    private final List<PolicyEndpoint> endpoints = new ArrayList<>();
    private final List<Findings> found = new ArrayList<>();
    private final List<Middlewares> middlewares = new ArrayList<>();
    private final Set<String> barred = new HashSet<>(); // names of endpoints that the program may not use
    private Findings findings = new Findings("");
    private String file = "";
    private int seen;
    private int weight;

    private NetworkPolicyReader(LocalServers servers, NetworkRules rules) {
        this.servers = servers;
        this.rules = rules;
        this.shape = NetworkPolicyShape.of(rules.dialect());
    }

    /** Grants, or the reasons why there are none. */
    public sealed interface Result {
        /** Returns all diagnostics. Errors refuse the document, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    /**
     * The grants of the documents.
     *
     * @param grants by document, within a document by rule name, within a rule in written order
     * @param denials what is denied whatever grants it
     * @param credentials for which requests each credential is granted, by its name
     * @param provenance where each is written, by rule name
     * @param routes of the endpoints that inspect
     */
    public record Read(
            List<Grant> grants,
            List<Denial> denials,
            SortedMap<String, List<Grant>> credentials,
            Map<String, Provenance> provenance,
            List<EndpointRoute> routes,
            List<Diagnostic> diagnostics)
            implements Result {
        /** Returns whether an endpoint is for paths with an encoded slash. */
        public boolean keepsSlashes() {
            return routes.stream().anyMatch(EndpointRoute::keepsSlashes);
        }

        public Read {
            routes = List.copyOf(routes);
            credentials = Collections.unmodifiableSortedMap(new TreeMap<>(credentials));
            provenance = Map.copyOf(provenance);
            grants = List.copyOf(grants);
            denials = List.copyOf(denials);
        }
    }

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a policy.
     *
     * @param file file name for diagnostics, such as {@code policy}
     */
    public static Result read(String file, String yaml) {
        return read(List.of(new NetworkDocument.Policy(file, yaml)));
    }

    /** Reads documents whose grants add up, under the limits of one document. */
    public static Result read(List<NetworkDocument> documents) {
        return read(documents, LocalServers.NONE, NetworkRules.BY_DEFAULT);
    }

    /** Reads documents that may refer to {@code servers}, by the operator's rules. */
    public static Result read(List<NetworkDocument> documents, LocalServers servers, NetworkRules rules) {
        var reader = new NetworkPolicyReader(servers, rules);
        documents.forEach(reader::readDocument);
        reader.endpoints.replaceAll(reader::behindMiddlewares);
        List<PolicyEndpoint> all = settled(reader.meant(_ -> true));
        List<PolicyEndpoint> meant = rules.program() == null
                ? all
                : settled(reader.meant(endpoint -> !reader.barred.contains(endpoint.rule())));
        List<Diagnostic> diagnostics = reader.diagnostics();
        return reader.found.stream().anyMatch(Findings::hasErrors)
                ? new Refused(diagnostics)
                : new SettledEndpoints(meant).read(reader.provenance(), diagnostics);
    }

    /** Returns endpoints of which each decides only where no other one does. */
    private static List<PolicyEndpoint> settled(List<PolicyEndpoint> endpoints) {
        return EncodedSlashes.apart(EndpointConflicts.settle(InspectionRules.apart(endpoints)));
    }

    private List<PolicyEndpoint> meant(Predicate<PolicyEndpoint> which) {
        return endpoints.stream()
                .filter(which)
                .flatMap(endpoint -> endpoint.meant(servers).stream())
                .toList();
    }

    /** Returns the diagnostics. All documents together share the limit of one. */
    private List<Diagnostic> diagnostics() {
        var all = new Findings(file);
        found.forEach(all::addAll);
        return all.all();
    }

    private void readDocument(NetworkDocument document) {
        file = document.file();
        findings = new Findings(file);
        found.add(findings);
        DocumentNode root = YamlReader.read(document.text(), BOUNDS, findings);
        switch (root) {
            case null -> {}
            case Members(var members, var _) -> {
                switch (document) {
                    case NetworkDocument.Policy _ -> readPolicy(root, members);
                    case NetworkDocument.Profile profile -> readProfile(profile, root, members);
                }
            }
            case Scalar _, Items _ ->
                findings.error(
                        root.place(), DiagnosticCode.BAD_VALUE, "a network policy or a profile is a mapping", null);
        }
    }

    private void readPolicy(DocumentNode root, Map<String, Member> document) {
        shape.document().check(root, Shape.ROOT, findings);
        var leniency = new Leniency(rules.dialect(), findings);
        StaticSections.check(document, leniency, findings);
        checkVersion(document, leniency);
        var own = new Middlewares(findings, leniency);
        own.read(document);
        middlewares.add(own);
        rules(document).forEach(this::readRule);
    }

    private static void checkVersion(Map<String, Member> document, Leniency leniency) {
        Scalar version = Fields.scalar(document, "version");
        if (version != null && !Integer.valueOf(1).equals(version.number())) {
            leniency.passes(PolicySwitch.ANY_VERSION, version.place(), "it is read as version 1");
        }
    }

    /**
     * Returns the endpoint, which grants nothing where a middleware that fails closed covers its host, in whichever
     * document either is: a profile must not pass what the policy inspects.
     */
    private PolicyEndpoint behindMiddlewares(PolicyEndpoint endpoint) {
        String name = middlewares.stream()
                .map(all -> all.closedFor(endpoint.host()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (name == null) {
            return endpoint;
        }
        String message = "middleware " + Findings.quote(name) + " covers " + endpoint.shown();
        if (endpoint.skip()) {
            endpoint.document()
                    .error(
                            endpoint.place(),
                            DiagnosticCode.CONTRADICTION,
                            message + ", whose tunnel is not opened: on_error: fail_closed would refuse all of it",
                            null);
        } else {
            endpoint.document()
                    .warning(endpoint.place(), DiagnosticCode.NO_EFFECT, message + ": it grants nothing", null);
        }
        return endpoint.on(List.of());
    }

    private void readProfile(NetworkDocument.Profile profile, DocumentNode root, Map<String, Member> document) {
        ProfileShape.PROFILE.check(root, Shape.ROOT, findings);
        Scalar id = Fields.scalar(document, "id");
        if (id != null && !id.text().equals(profile.name())) {
            String message = "id: it was attached as " + Findings.quote(profile.name());
            findings.error(
                    id.place(),
                    DiagnosticCode.OTHER_NAME,
                    message + " and calls itself " + Findings.quote(id.text()),
                    null);
        }
        var fields = new ProfileFields(document);
        fields.warnOfIneffective(findings);
        List<String> binaries = fields.binaries();
        judgeBinaries(root.place(), binaries);
        int before = endpoints.size();
        String name = "policy:" + PROFILE_PREFIX + profile.name();
        readEndpoints(name, document, EndpointSource.PROFILE, PolicyDialect.STRICT);
        bar(binaries, before);
        addCredentials(document, before);
        List<PolicyEndpoint> own = endpoints.subList(before, endpoints.size());
        profile.servers().forEach(server -> own.forEach(endpoint -> checkServer(server, endpoint)));
    }

    /** A profile attached to a server may name only that server; other hosts belong in profiles attached to the run. */
    private void checkServer(String server, PolicyEndpoint endpoint) {
        boolean speaksHttp = endpoint.protocol().inspects();
        if (!speaksHttp || !servers.isOnly(server, endpoint.host(), endpoint.ports())) {
            String message = "the profile is attached to the API server " + server + ", and " + endpoint.shown() + ":"
                    + endpoint.ports() + " is not it";
            String help = "write host: " + ApiServerHost.of(server) + ", port: 80, without tcp";
            findings.error(endpoint.place(), DiagnosticCode.OTHER_SERVER, message, help);
        }
    }

    private static List<Map.Entry<String, Member>> rules(Map<String, Member> document) {
        Comparator<Map.Entry<String, Member>> byName = Comparator.comparing(NetworkPolicyReader::name);
        return Fields.members(document, "network_policies").entrySet().stream()
                .sorted(byName.thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    private static String name(Map.Entry<String, Member> rule) {
        Scalar name = Fields.scalar(Fields.members(rule.getValue().value()), "name");
        return name == null || name.text().isEmpty() ? rule.getKey() : name.text();
    }

    private void readRule(Map.Entry<String, Member> entry) {
        Place place = entry.getValue().keyPlace();
        String key = entry.getKey();
        if (!KEY.matcher(key).matches()) {
            findings.error(
                    place,
                    DiagnosticCode.BAD_VALUE,
                    "the key of a rule is printable ASCII, at most 128 characters",
                    null);
        }
        Map<String, Member> rule = Fields.members(entry.getValue().value());
        if (key.startsWith(PROFILE_PREFIX) || name(entry).startsWith(PROFILE_PREFIX)) {
            findings.error(
                    place, DiagnosticCode.RESERVED_NAME, PROFILE_PREFIX + " begins the names of profiles' rules", null);
        }
        List<String> binaries = Fields.items(rule, "binaries").stream()
                .map(binary -> Fields.text(Fields.members(binary), "path"))
                .toList();
        judgeBinaries(place, binaries);
        int before = endpoints.size();
        readEndpoints("policy:" + key, rule, EndpointSource.POLICY, rules.dialect());
        bar(binaries, before);
        addCredentials(rule, before);
    }

    /** Adds the credentials of a rule, or a profile, to its endpoints: those read since there were {@code before}. */
    private void addCredentials(Map<String, Member> rule, int before) {
        List<Scalar> written = Fields.texts(rule, "credentials");
        if (written.size() > MAX_CREDENTIALS) {
            Place place = written.get(MAX_CREDENTIALS).place();
            findings.error(place, DiagnosticCode.TOO_LARGE, "more than " + MAX_CREDENTIALS + " credentials", null);
        }
        List<String> names =
                written.stream().map(Scalar::text).distinct().sorted().toList();
        List<PolicyEndpoint> own = endpoints.subList(before, endpoints.size());
        if (!names.isEmpty()) {
            own.stream().filter(endpoint -> !endpoint.canBeInspected()).forEach(this::refuseCredentials);
            own.replaceAll(endpoint -> endpoint.with(names));
        }
    }

    private void refuseCredentials(PolicyEndpoint endpoint) {
        String message = "credentials: the gateway does not see the requests to " + endpoint.shown();
        String help = "leave out tls: skip and protocol: " + endpoint.protocol().word() + ", or write another rule";
        findings.error(endpoint.place(), DiagnosticCode.BAD_VALUE, message, help);
    }

    /** Bars the program that asks from the endpoints read since there were {@code before}, if it is none of these. */
    private void bar(List<String> binaries, int before) {
        CallingProgram program = rules.program();
        if (program != null && !program.isCoveredBy(binaries)) {
            endpoints.subList(before, endpoints.size()).forEach(endpoint -> barred.add(endpoint.rule()));
        }
    }

    /** A rule for every program says nothing that would have to be seen. */
    private void judgeBinaries(Place place, List<String> binaries) {
        if (rules.program() != null || binaries.contains(EVERY_PROGRAM)) {
            return;
        }
        String message = binaries.isEmpty() ? "no binaries" : "binaries: the gateway does not see who calls";
        switch (rules.unseen()) {
            case IGNORE ->
                findings.warning(
                        place,
                        DiagnosticCode.BINARIES_NOT_SEEN,
                        message + ": the rule holds for every program of the sandbox",
                        null);
            case REQUIRE ->
                findings.error(
                        place,
                        DiagnosticCode.BINARIES_NOT_SEEN,
                        message + ", and the operator wants rules to be enforced for programs",
                        "path: \"**\" means every program; policy.binaries: ignore loads the others");
        }
    }

    private void readEndpoints(String name, Map<String, Member> rule, EndpointSource source, PolicyDialect dialect) {
        List<DocumentNode> items = Fields.items(rule, "endpoints");
        for (int i = 0; i < items.size(); i++) {
            readEndpoint(name + ".endpoints[" + i + "]", items.get(i), source, dialect);
        }
    }

    private void readEndpoint(String name, DocumentNode item, EndpointSource source, PolicyDialect dialect) {
        int limit = rules.maxEndpoints();
        if (++seen > limit) {
            tooLarge(seen == limit + 1, item, "more than " + limit + " endpoints");
            return;
        }
        Findings own = new Findings(file);
        NetworkPolicyShape form = dialect.equals(PolicyDialect.STRICT) ? NetworkPolicyShape.STRICT : shape;
        form.endpoint().check(item, "endpoint", own);
        EndpointFields in = EndpointFields.of(item, own, dialect);
        List<PolicyEndpoint> read = own.hasErrors() ? List.of() : new EndpointReader(name, in, source, findings).read();
        findings.addAll(own);
        boolean fitted = weight <= MAX_WEIGHT;
        weight += read.stream().mapToInt(PolicyEndpoint::weight).sum();
        tooLarge(fitted && weight > MAX_WEIGHT, item, "more than " + MAX_WEIGHT + " pairs of a port and a rule");
        read.forEach(this::warnOfPorts);
        endpoints.addAll(read);
    }

    private void warnOfPorts(PolicyEndpoint endpoint) {
        for (int port : servers.unknown(endpoint.host(), endpoint.ports())) {
            String message = endpoint.shown() + ":" + port + " is no API server of this harness: it is not granted";
            findings.warning(endpoint.place(), DiagnosticCode.NO_SERVER, message, null);
        }
    }

    private void tooLarge(boolean first, DocumentNode at, String message) {
        if (first) {
            findings.error(at.place(), DiagnosticCode.TOO_LARGE, message, null);
        }
    }

    private Map<String, Provenance> provenance() {
        Map<String, Provenance> provenance = new HashMap<>();
        endpoints.forEach(endpoint -> endpoint.locate(provenance));
        return provenance;
    }
}
