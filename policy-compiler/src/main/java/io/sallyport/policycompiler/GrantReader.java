package io.sallyport.policycompiler;

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
import io.sallyport.model.Mode;
import io.sallyport.model.NamePattern;
import io.sallyport.model.Provenance;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Sha256;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.ConfiguredNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the documents of one sandbox into grants; the index is built later, if needed. Confined to one reading. */
final class GrantReader {
    /** How many names a message suggests. */
    private static final int MAX_SUGGESTED = 10;

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
    static Compilation<DocumentGrants> read(
            SandboxDocuments documents, DocumentRules rules, @Nullable Instant submitted) {
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

    private DocumentGrants reading() {
        List<Grant.Net> meant =
                grants.stream().flatMap(grant -> servers.meant(grant).stream()).toList();
        PolicyDialect dialect = network.dialect();
        String digest = DocumentDigest.of(documents);
        String read =
                dialect.equals(PolicyDialect.STRICT) ? digest : Sha256.hexOfAll("dialect", dialect.word(), digest);
        return new DocumentGrants(
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
}
