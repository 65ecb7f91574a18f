package io.sallyport.policycompiler;

import io.sallyport.decision.AllowedPatterns;
import io.sallyport.decision.GrantedHosts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.NeverDialled;
import io.sallyport.leasebridge.harness.Attached;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.leasebridge.network.Denial;
import io.sallyport.leasebridge.network.LocalServers;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Grant;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Mode;
import io.sallyport.model.NamePattern;
import io.sallyport.model.Provenance;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicyReading;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.HostPattern;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.ConfiguredNames;
import io.sallyport.policycompiler.reach.Reach;
import io.sallyport.regoengine.value.RegoObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the documents of one sandbox into grants; the index is built later, if needed. Confined to one reading. */
final class GrantReader {
    /** How many names a message suggests. */
    private static final int MAX_SUGGESTED = 10;

    /**
     * The grants that were read, without an index yet.
     *
     * @param digest lower-case hex SHA-256 of the documents
     * @param sides the sides that have a document
     * @param lease whose end ends every grant, or null
     * @param provenance where a grant was written, by the name of its rule; unknown for leases
     * @param runtimeFetch the harness's settings for the fetch endpoint
     * @param apiServers those of the harness, as written
     * @param dialect in which the network policy was read
     * @param keepsSlashes whether one of its endpoints is for paths with an encoded slash
     * @param ceiling whether they are a workspace's: kinds and credentials that no document speaks of are not bounded
     */
    record Reading(
            String digest,
            List<Grant.Net> grants,
            List<Grant.Named> named,
            List<Denial> denials,
            SortedMap<String, List<Grant.Net>> credentials,
            Set<GrantSide> sides,
            @Nullable Lease lease,
            Map<String, Provenance> provenance,
            RuntimeFetch runtimeFetch,
            List<Sourced> apiServers,
            PolicyDialect dialect,
            boolean keepsSlashes,
            boolean ceiling) {
        Reading {
            apiServers = List.copyOf(apiServers);
            provenance = Map.copyOf(provenance);
            grants = List.copyOf(grants);
            named = List.copyOf(named);
            denials = List.copyOf(denials);
            sides = Set.copyOf(sides);
        }

        /**
         * Returns the same as the documents of a workspace. A harness that allows no fetch at run time grants none,
         * whatever its allowlist says.
         */
        Reading asCeiling() {
            boolean fetches = runtimeFetch.isAllowed();
            return new Reading(
                    Sha256.hexOfAll("ceiling", digest),
                    grants.stream()
                            .filter(grant -> fetches || !grant.kinds().equals(Set.of(RequestKind.FETCH)))
                            .toList(),
                    named,
                    denials,
                    credentials,
                    sides,
                    lease,
                    provenance,
                    runtimeFetch,
                    apiServers,
                    dialect,
                    keepsSlashes,
                    true);
        }

        private List<RequestKind> unbounded() {
            return ceiling
                    ? Arrays.stream(RequestKind.values())
                            .filter(kind -> sides.stream().noneMatch(side -> side.isAskedOf(kind)))
                            .toList()
                    : List.of();
        }

        /** Builds the index by host and path. This is the expensive part; equal documents yield equal results. */
        SandboxGrants layOut() {
            List<AllowedPatterns.Pattern> patterns = grants.stream()
                    .filter(grant -> !grant.kinds().equals(Set.of(RequestKind.FETCH)))
                    .map(grant -> new AllowedPatterns.Pattern(key(grant.host()), grant.text()))
                    .distinct()
                    .toList();
            return new SandboxGrants(
                    digest,
                    index(),
                    credentials.keySet(),
                    lease,
                    patterns.stream()
                            .map(AllowedPatterns.Pattern::text)
                            .distinct()
                            .toList(),
                    allowed(patterns),
                    reading(),
                    runtimeFetch,
                    apiServers);
        }

        private AllowedPatterns allowed(List<AllowedPatterns.Pattern> patterns) {
            var allowed =
                    AllowedPatterns.of(patterns, byCapability(), byRule(), sides.contains(GrantSide.LEASE), hosts());
            return ceiling && credentials.isEmpty() ? allowed.leavingCredentials() : allowed;
        }

        /** Requests are read in the dialect only where nothing but network policies judges them. */
        private PolicyReading reading() {
            if (!sides.contains(GrantSide.POLICY)) {
                return PolicyReading.STRICT;
            }
            boolean alone = sides.equals(Set.of(GrantSide.POLICY));
            PolicyDialect ofRequests = keepsSlashes ? dialect : dialect.without(PolicySwitch.ENCODED_SLASH);
            return new PolicyReading(dialect, alone ? ofRequests : PolicyDialect.STRICT);
        }

        /** Returns those of each side that is asked about requests through the proxy. */
        private GrantedHosts hosts() {
            if (unbounded().contains(RequestKind.CONNECT)) {
                return GrantedHosts.of(List.of(List.of(new HostPattern.Any())), Set.of());
            }
            Set<Integer> ports = grants.stream()
                    .filter(grant -> !grant.schemes().equals(Set.of(Scheme.API)))
                    .flatMap(grant -> grant.ports().stream())
                    .collect(Collectors.toSet());
            return GrantedHosts.of(
                    sides.stream()
                            .filter(side -> side.isAskedOf(RequestKind.CONNECT))
                            .map(side -> grants.stream()
                                    .filter(grant -> !side.kindsOf(grant).isEmpty())
                                    .map(Grant.Net::host)
                                    .toList())
                            .toList(),
                    ports);
        }

        /** The first wins if one line became several grants, which share the rule. */
        private Map<String, String> byRule() {
            Map<String, String> patterns = new HashMap<>();
            grants.forEach(grant -> patterns.putIfAbsent(grant.rule(), grant.text()));
            named.forEach(grant -> patterns.putIfAbsent(grant.rule(), grant.text()));
            return patterns;
        }

        private Map<String, List<String>> byCapability() {
            return named.stream()
                    .collect(Collectors.groupingBy(
                            Grant.Named::capability, Collectors.mapping(Grant.Named::text, Collectors.toList())));
        }

        /**
         * Returns the grants that count on {@code side}: first those for requests, then those for actions, as its index
         * numbers them.
         */
        List<Grant> ofSide(GrantSide side) {
            return Stream.<Grant>concat(
                            grants.stream().filter(grant -> !side.kindsOf(grant).isEmpty()),
                            named.stream().filter(side::counts))
                    .toList();
        }

        /** Returns the index of what is refused whatever is granted, or null if nothing is. */
        @Nullable
        RegoObject denied() {
            return GrantIndex.ofDenials(denials);
        }

        /** Computes which requests through the proxy the documents let through. */
        Reach reach() {
            return Reach.of(
                    sides.stream()
                            .filter(side -> side.isAskedOf(RequestKind.HTTP))
                            .sorted()
                            .map(side -> grants.stream()
                                    .filter(grant -> !side.kindsOf(grant).isEmpty())
                                    .toList())
                            .toList(),
                    denials.stream()
                            .map(Denial::covered)
                            .filter(denied -> denied.mode() == Mode.ENFORCE)
                            .toList(),
                    provenance);
        }

        private RegoObject index() {
            SortedMap<GrantSide, RegoObject> indexes = new TreeMap<>();
            sides.forEach(side -> indexes.put(side, GrantIndex.of(side, grants, named)));
            SortedMap<String, RegoObject> attached = new TreeMap<>();
            credentials.forEach((name, requests) -> attached.put(name, GrantIndex.ofCredential(requests)));
            return SideIndexes.of(indexes, denied(), attached, unbounded());
        }
    }

    private final SandboxDocuments documents;
    private final DocumentRules rules;
    private final ConfiguredNames providers;
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final List<Grant.Net> grants = new ArrayList<>();
    private final List<Grant.Named> named = new ArrayList<>();
    private final List<NetworkDocument> policies = new ArrayList<>();
    private NetworkRules network;
    private final List<Denial> denials = new ArrayList<>();
    private final SortedMap<String, List<Grant.Net>> credentials = new TreeMap<>();
    private final Set<GrantSide> sides = EnumSet.noneOf(GrantSide.class);
    private LocalServers servers = LocalServers.NONE;
    private RuntimeFetch runtimeFetch = RuntimeFetch.NONE;
    private List<Sourced> apiServers = List.of();
    private final Map<String, Provenance> provenance = new HashMap<>();
    private @Nullable Lease lease;
    private boolean keepsSlashes;

    private GrantReader(SandboxDocuments documents, DocumentRules rules, ConfiguredNames providers) {
        this.providers = providers;
        this.documents = documents;
        this.rules = rules;
        this.network = rules.network();
    }

    /**
     * Reads the documents.
     *
     * @param rules the operator's rules for reading
     * @param submitted when the documents were submitted, or null if they were accepted before
     */
    static Compilation<Reading> read(SandboxDocuments documents, DocumentRules rules, @Nullable Instant submitted) {
        GrantReader reader =
                new GrantReader(documents, rules, submitted == null ? ConfiguredNames.UNKNOWN : rules.credentials());
        reader.refuseConstraintsOfNothing();
        reader.chooseDialect(submitted != null);
        reader.readLease(submitted);
        reader.readHarness();
        reader.readNetwork();
        reader.reportUngranted();
        return reader.diagnostics.stream().anyMatch(Diagnostic::isError)
                ? new Compilation.Refused<>(reader.diagnostics)
                : new Compilation.Ready<>(reader.reading(), reader.diagnostics);
    }

    private void refuseConstraintsOfNothing() {
        if (documents.leaseConstraints() != null && documents.lease() == null) {
            diagnostics.add(Diagnostic.error(
                    "lease_constraints", 0, 0, DiagnosticCode.NO_LEASE, "there are constraints and no lease", null));
        }
    }

    /** What was accepted before stays so. */
    private void chooseDialect(boolean submitted) {
        String word = documents.dialect();
        if (word == null) {
            return;
        }
        PolicyDialect asked = PolicyDialect.of(word);
        if (asked != null && (!submitted || network.mayAskFor(asked))) {
            network = network.in(asked);
            return;
        }
        String why = asked == null ? " is no dialect" : " is not one that the operator allows (policy.allow_dialects)";
        String message = "dialect: " + Findings.quote(word) + why;
        diagnostics.add(Diagnostic.error("dialect", 0, 0, DiagnosticCode.BAD_VALUE, message, null));
    }

    private void readLease(@Nullable Instant submitted) {
        String text = documents.lease();
        if (text == null) {
            return;
        }
        var result = LeaseReader.read("lease", text, documents.leaseConstraints(), submitted, rules.dials());
        diagnostics.addAll(result.diagnostics());
        if (result instanceof LeaseReader.Read read) {
            sides.add(GrantSide.LEASE);
            lease = read.lease();
            addAll(read.lease().grants().stream()
                    .map(rules.leases().hostStar()::of)
                    .map(rules.leases().pathCase()::of)
                    .toList());
            if (!rules.leases().requireModelUse() && read.lease().patterns(CapabilityName.MODEL_USE) == null) {
                named.add(new Grant.Named(
                        Grant.Source.LEASE,
                        "lease.require_model_use",
                        CapabilityName.MODEL_USE,
                        new NamePattern.Anything(),
                        "**"));
            }
        }
    }

    private void readHarness() {
        HarnessContext context = HarnessContext.of(documents, rules.harness());
        var attached = new Attached(rules.harness().lent(), context.surroundings());
        documents.enclosed().profiles().forEach(attached::add);
        diagnostics.addAll(attached.diagnostics());
        if (documents.policy() != null) {
            policies.add(new NetworkDocument.Policy("policy", documents.policy()));
        }
        attached.profiles().forEach(this::addNetwork);
        if (documents.harness() == null) {
            refusePlatformOfNothing();
            return;
        }
        var result = HarnessReader.read("harness", documents.harness(), context);
        diagnostics.addAll(result.diagnostics());
        if (result instanceof HarnessReader.Read(var harness, var _)) {
            sides.add(GrantSide.FETCH);
            if (documents.allowlistGet()) {
                sides.add(GrantSide.POLICY);
            }
            addAll(harness.grants());
            provenance.putAll(harness.provenance());
            warn(harness.dialled(rules.harness().forges()), "harness", harness.provenance());
            servers = harness.servers();
            runtimeFetch = harness.runtimeFetch();
            apiServers = harness.apiServers();
            harness.network().forEach(this::addNetwork);
        }
    }

    /** Adds a network document; one that is attached twice counts once. */
    private void addNetwork(NetworkDocument document) {
        if (!policies.contains(document)) {
            policies.add(document);
        }
    }

    private void refusePlatformOfNothing() {
        if (documents.enclosed().forge() != null) {
            diagnostics.add(Diagnostic.error(
                    "forge", 0, 0, DiagnosticCode.NO_HARNESS, "there is a platform and no harness", null));
        }
    }

    private void readNetwork() {
        if (policies.isEmpty()) {
            return;
        }
        var result = NetworkPolicyReader.read(policies, servers, network);
        diagnostics.addAll(result.diagnostics());
        if (result instanceof NetworkPolicyReader.Read read) {
            sides.add(GrantSide.POLICY);
            addAll(read.grants());
            denials.addAll(read.denials());
            addCredentials(read.credentials());
            provenance.putAll(read.provenance());
            keepsSlashes = read.keepsSlashes();
            warn(read.grants(), "policy", read.provenance());
        }
    }

    /** Comes last, so that what a document grants is granted by it. */
    private void reportUngranted() {
        if (rules.ungranted() == Mode.REPORT) {
            sides.add(GrantSide.POLICY);
            grants.add(ReportedGrant.OF_EVERYTHING);
        }
    }

    private void addCredentials(SortedMap<String, List<Grant>> read) {
        read.forEach((name, requests) -> {
            if (!providers.mayHave(name)) {
                String message = "credentials: there is no provider " + Findings.quote(name);
                diagnostics.add(Diagnostic.error("policy", 0, 0, DiagnosticCode.BAD_VALUE, message, knownProviders()));
            }
            credentials.put(
                    name,
                    requests.stream()
                            .filter(Grant.Net.class::isInstance)
                            .map(Grant.Net.class::cast)
                            .toList());
        });
    }

    private String knownProviders() {
        List<String> names =
                providers.names().stream().sorted().limit(MAX_SUGGESTED).toList();
        return names.isEmpty()
                ? "configure it below providers"
                : "the configured providers are " + String.join(", ", names);
    }

    private void warn(List<Grant> read, String file, Map<String, Provenance> written) {
        var findings = new Findings(file);
        NeverDialled.warn(read, written, rules.dials(), findings);
        diagnostics.addAll(findings.all());
    }

    private void addAll(List<Grant> read) {
        for (Grant grant : read) {
            switch (grant) {
                case Grant.Net net -> grants.add(net);
                case Grant.Named name -> named.add(name);
            }
        }
    }

    private Reading reading() {
        List<Grant.Net> meant =
                grants.stream().flatMap(grant -> servers.meant(grant).stream()).toList();
        PolicyDialect dialect = network.dialect();
        String digest = digest(documents);
        String read =
                dialect.equals(PolicyDialect.STRICT) ? digest : Sha256.hexOfAll("dialect", dialect.word(), digest);
        return new Reading(
                rules.ungranted() == Mode.ENFORCE ? read : Sha256.hexOfAll("ungranted", read),
                meant,
                named,
                denials,
                credentials,
                sides,
                lease,
                provenance,
                runtimeFetch,
                apiServers,
                dialect,
                keepsSlashes,
                false);
    }

    private static String key(HostPattern host) {
        return switch (host) {
            case HostPattern.Any _ -> "";
            case HostPattern.Exact(String name) -> name;
            case HostPattern.Under(String suffix) -> suffix;
            case HostPattern.OneUnder(String suffix) -> suffix;
            case HostPattern.Labels labels -> labels.labels().getLast();
        };
    }

    static String digest(SandboxDocuments documents) {
        String digest = Sha256.hexOfAll(
                "grants",
                present(documents.lease()),
                present(documents.leaseConstraints()),
                present(documents.harness()),
                present(documents.policy()),
                Boolean.toString(documents.allowlistGet()));
        HarnessFiles enclosed = documents.enclosed();
        return enclosed.equals(HarnessFiles.NOTHING) ? digest : Sha256.hexOfAll("enclosed", digest, enclosed(enclosed));
    }

    /**
     * Returns the enclosed files in a fixed order, with their lengths, so that no two sets of files yield the same
     * text.
     */
    private static String enclosed(HarnessFiles enclosed) {
        var all = new StringBuilder(String.valueOf(enclosed.forge()));
        new TreeMap<>(enclosed.files())
                .forEach((name, text) -> all.append(' ')
                        .append(name.length())
                        .append(' ')
                        .append(text.length())
                        .append(' ')
                        .append(name)
                        .append(text));
        return all.append(" ").append(enclosed.profiles()).toString();
    }

    private static String present(@Nullable String text) {
        return text == null ? "-" : "+" + text;
    }
}
