package io.sallyport.configuration;

import io.sallyport.apiservers.sandbox.ServerSettings;
import io.sallyport.auditexport.sink.SinkPlan;
import io.sallyport.auditstore.StoreSettings;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.configuration.key.Setting;
import io.sallyport.configuration.provider.LoginSettings;
import io.sallyport.configuration.provider.ProviderSettings;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.guard.CheckSettings;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.decision.secrets.FindingSettings;
import io.sallyport.egress.DialLimits;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.leasebridge.network.UnseenPrograms;
import io.sallyport.model.Mode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.HostList;
import io.sallyport.models.ModelSettings;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.LeaseRules;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.proxy.dns.DnsSettings;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings of an operator, validated and with defaults filled in. Immutable. {@link ConfigFile} reads it.
 *
 * @param state the state directory, absolute
 * @param guardrails the only source of guardrails, or null if they come by the API
 * @param bundles where guardrails come from instead, or null
 * @param arcp the runtime whose jobs are followed, or null
 * @param asks requests that wait for a person
 * @param rates that obligations may name
 * @param providers whose credentials policies may grant
 * @param logins whose tokens policies may grant
 * @param models where they are served, and what they cost
 * @param issuers whose identity tokens a PUT may carry
 * @param sinks where records of the audit log go as they are written
 * @param findings which secrets are looked for in what leaves
 * @param harness how harness files are read, and what they may name
 * @param fetch settings of the fetch endpoint
 * @param operation how the process is operated
 * @param settings everything above as it was read, for people
 * @param warnings settings that have no effect in this version or are likely mistakes, one sentence each
 */
public record Config(
        Proxy proxy,
        Admin admin,
        Path state,
        @Nullable Guardrails guardrails,
        @Nullable RemotePolicy bundles,
        Approvals approvals,
        TrialBounds trials,
        Workspaces workspaces,
        AskSettings asks,
        Egress egress,
        Audit audit,
        Limits limits,
        List<NamedRate> rates,
        List<ProviderSettings> providers,
        List<LoginSettings> logins,
        ModelSettings models,
        List<Issuer> issuers,
        List<SinkPlan> sinks,
        FindingSettings findings,
        Policy policy,
        Intercept intercept,
        @Nullable Arcp arcp,
        Guard guard,
        Skills skills,
        HarnessSettings harness,
        FetchSettings fetch,
        ServerSettings servers,
        OperationSettings operation,
        List<Setting> settings,
        List<String> warnings) {
    public Config {
        rates = List.copyOf(rates);
        providers = List.copyOf(providers);
        logins = List.copyOf(logins);
        issuers = List.copyOf(issuers);
        sinks = List.copyOf(sinks);
        settings = List.copyOf(settings);
        warnings = List.copyOf(warnings);
    }

    /** Returns a copy with other settings for harness files. */
    public Config with(HarnessSettings other) {
        return with(other, fetch, policy);
    }

    /** Returns a copy in which what no policy document grants passes, and is recorded. No file can ask for that. */
    public Config reportingUngranted() {
        return with(harness, fetch, policy.reportingUngranted());
    }

    /** Returns how documents are read. */
    public DocumentRules documents() {
        var leases = new LeaseRules(
                guard.requireModelUse(), guard.hostStar(), skills.checks().pathCase());
        return new DocumentRules(leases, harness, network())
                .withUngranted(policy.ungranted())
                .withRates(rates.stream().map(NamedRate::name).collect(Collectors.toUnmodifiableSet()))
                .withCredentials(Stream.concat(
                                providers.stream().map(ProviderSettings::name),
                                logins.stream().map(LoginSettings::name))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns how network policies are read. */
    private NetworkRules network() {
        return NetworkRules.BY_DEFAULT
                .with(limits.policyEndpoints())
                .in(policy.dialect())
                .orIn(policy.allowDialects())
                .unseen(policy.unseenPrograms());
    }

    /** Returns the names of the variables of this process's environment that hold secrets of providers. */
    public Set<String> secretVariables() {
        return providers.stream().flatMap(ProviderSettings::secretVariables).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns a copy with other settings for fetches. */
    public Config with(FetchSettings other) {
        return with(harness, other, policy);
    }

    private Config with(HarnessSettings otherHarness, FetchSettings otherFetch, Policy otherPolicy) {
        return new Config(
                proxy,
                admin,
                state,
                guardrails,
                bundles,
                approvals,
                trials,
                workspaces,
                asks,
                egress,
                audit,
                limits,
                rates,
                providers,
                logins,
                models,
                issuers,
                sinks,
                findings,
                otherPolicy,
                intercept,
                arcp,
                guard,
                skills,
                otherHarness,
                otherFetch,
                servers,
                operation,
                settings,
                warnings);
    }

    /**
     * Guardrails that the operator keeps in files.
     *
     * @param path a folder, or an OPA bundle, absolute
     * @param key the key that must have signed the bundle, or null if it need not be signed
     */
    public record Guardrails(Path path, @Nullable SigningKey key) {
        /**
         * Returns whether the path is a bundle, by the file extension that {@code opa build} and {@code policy build}
         * use.
         */
        public boolean isBundle() {
            return path.toString().endsWith(".tar.gz");
        }
    }

    /**
     * Approvals of changes by the API.
     *
     * @param guardrails whether a change of the guardrails waits for another person
     * @param workspaces whether one of a workspace does
     * @param sandboxes whether one of a sandbox's documents does
     * @param expiry how long it waits
     * @param maxPending limit of the changes of guardrails and workspaces that wait at once
     * @param maxPendingSandboxes limit of the changes of sandboxes that wait at once
     * @param maxPerSandbox limit of those of one sandbox
     */
    public record Approvals(
            boolean guardrails,
            boolean workspaces,
            boolean sandboxes,
            Duration expiry,
            int maxPending,
            int maxPendingSandboxes,
            int maxPerSandbox) {}

    /**
     * Bounds of candidates, report mode and replays of sandboxes.
     *
     * @param maxDuration how long one lasts at most
     * @param maxCandidates limit of sandboxes with a candidate at one time
     * @param replayRecords limit of the records that one replay of the API asks about
     * @param replayAnswers limit of the questions whose answers a replay keeps
     */
    public record TrialBounds(Duration maxDuration, int maxCandidates, int replayRecords, int replayAnswers) {}

    /**
     * Which sandboxes are in which workspace.
     *
     * @param byDefault the workspace of those that name none, or null
     * @param required whether one without a workspace is refused
     */
    public record Workspaces(@Nullable WorkspaceId byDefault, boolean required) {}

    /**
     * Whose identity tokens count.
     *
     * @param name the operator's name for it
     * @param issuer the claim {@code iss}
     * @param audience what the claim {@code aud} must name
     * @param keysFile its public keys, PEM or a JWK set; absolute
     * @param algorithms such as {@code ES256}; never empty
     */
    public record Issuer(String name, String issuer, String audience, Path keysFile, List<String> algorithms) {
        public Issuer {
            algorithms = List.copyOf(algorithms);
        }
    }

    /**
     * A key that verifies bundles.
     *
     * @param file PEM of a public key or a certificate, or a secret; absolute
     * @param algorithm such as {@code ES256}
     * @param id the key id that signatures must have, or null for any
     * @param scope the scope that signatures must have; empty for none
     */
    public record SigningKey(
            Path file, String algorithm, @Nullable String id, String scope) {}

    /**
     * The proxy.
     *
     * @param listen never empty; port 0 is chosen at start
     * @param advertisedHost in the URLs that sandboxes are given, or null for that of each listener
     * @param ports sandboxes with a port of their own: all traffic on that port belongs to that sandbox, with or
     *     without credentials
     * @param socks where SOCKS5 is spoken; port 0 is chosen at start
     * @param socksPorts the same as {@code ports}, for SOCKS5
     * @param sources blocks of addresses that are one sandbox's alone; they do not overlap
     * @param transparent where captured connections arrive, or null
     * @param tls where TLS is spoken, or null
     * @param unix Unix sockets on which HTTP is spoken, or null
     * @param loadBalancers whose connections begin with a header of the PROXY protocol
     * @param dns bounds of the DNS that sandboxes with a network of their own ask
     * @param exceptions restrictions that are lifted for certain hosts
     */
    public record Proxy(
            List<InetSocketAddress> listen,
            @Nullable String advertisedHost,
            Map<SandboxId, InetSocketAddress> ports,
            List<InetSocketAddress> socks,
            Map<SandboxId, InetSocketAddress> socksPorts,
            Map<SandboxId, Cidr> sources,
            @Nullable Transparent transparent,
            @Nullable ProxyTls tls,
            @Nullable UnixSockets unix,
            List<Cidr> loadBalancers,
            DnsSettings dns,
            HostExceptions exceptions) {
        public Proxy {
            listen = List.copyOf(listen);
            ports = Map.copyOf(ports);
            socks = List.copyOf(socks);
            socksPorts = Map.copyOf(socksPorts);
            sources = Map.copyOf(sources);
            loadBalancers = List.copyOf(loadBalancers);
        }
    }

    /**
     * Listeners for connections that a router captured, and for the queries of the same clients.
     *
     * @param capture {@code REDIRECTED} or {@code TPROXY}
     * @param listen for sandboxes with an address of their own
     * @param own for one sandbox each
     * @param dns for sandboxes with an address of their own
     * @param dnsOwn for one sandbox each
     */
    public record Transparent(
            ListenerProtocol capture,
            List<InetSocketAddress> listen,
            Map<SandboxId, InetSocketAddress> own,
            List<InetSocketAddress> dns,
            Map<SandboxId, InetSocketAddress> dnsOwn) {
        public Transparent {
            listen = List.copyOf(listen);
            own = Map.copyOf(own);
            dns = List.copyOf(dns);
            dnsOwn = Map.copyOf(dnsOwn);
        }
    }

    /**
     * Unix sockets of the proxy.
     *
     * @param path for all sandboxes, absolute; or null
     * @param own for one sandbox each, absolute
     * @param mode of their files
     */
    public record UnixSockets(@Nullable Path path, Map<SandboxId, Path> own, Set<PosixFilePermission> mode) {
        public UnixSockets {
            own = Map.copyOf(own);
            mode = Set.copyOf(mode);
        }
    }

    /**
     * Listeners of the proxy for TLS.
     *
     * @param listen never empty; port 0 is chosen at start
     * @param cert chain in PEM, absolute
     * @param key PEM, absolute
     * @param clientCa roots of client certificates in PEM, absolute, or null if none are asked for
     * @param http2 whether HTTP/2 is offered beside HTTP/1.1
     */
    public record ProxyTls(
            List<InetSocketAddress> listen,
            Path cert,
            Path key,
            @Nullable Path clientCa,
            boolean http2) {
        public ProxyTls {
            listen = List.copyOf(listen);
        }
    }

    /**
     * The control API.
     *
     * @param listen a loopback address
     * @param tokenFile file of the operator's token, absolute; created at the first start
     * @param roles further token files, absolute and created likewise, with the word of each token's role
     * @param oidc where people log in to the console without a token, or null for nowhere
     */
    public record Admin(
            InetSocketAddress listen,
            Path tokenFile,
            Map<Path, String> roles,
            @Nullable OidcSettings oidc) {
        public Admin {
            roles = Map.copyOf(roles);
        }
    }

    /**
     * What the gateway may reach, and how it resolves names.
     *
     * @param dnsServers empty for the system's
     * @param hosts {@code name} or {@code name:port} to {@code address} or {@code address:port}
     * @param allowAddresses CIDR blocks that may be dialled although they are special
     * @param trust PEM files of trusted roots for targets' certificates in addition to the system's, absolute
     * @param proxy what connections to targets lead through, or null
     */
    public record Egress(
            List<InetSocketAddress> dnsServers,
            Map<String, String> hosts,
            List<String> allowAddresses,
            List<Path> trust,
            @Nullable UpstreamProxy proxy) {
        public Egress {
            trust = List.copyOf(trust);
            hosts = Map.copyOf(hosts);
            allowAddresses = List.copyOf(allowAddresses);
        }

        /** Settings of a dialer with the system's name servers and without an upstream proxy. */
        public Egress(Map<String, String> hosts, List<String> allowAddresses, List<Path> trust) {
            this(List.of(), hosts, allowAddresses, trust, null);
        }
    }

    /**
     * The upstream proxy.
     *
     * @param at with a port
     * @param tls whether TLS is spoken with the proxy itself
     * @param username null without credentials
     * @param passwordFile absolute; null without credentials
     * @param sendsNames whether the proxy is asked for names rather than for checked addresses
     * @param directHosts targets that are dialled without the proxy
     * @param directBlocks addresses that are dialled without the proxy
     */
    public record UpstreamProxy(
            CanonicalAuthority at,
            boolean tls,
            @Nullable String username,
            @Nullable Path passwordFile,
            boolean sendsNames,
            HostList directHosts,
            List<Cidr> directBlocks) {
        public UpstreamProxy {
            directBlocks = List.copyOf(directBlocks);
        }
    }

    /**
     * The audit log.
     *
     * @param file absolute
     * @param isNamed whether the configuration names the file, which is one in the state directory otherwise
     * @param refuseOnFailure whether traffic is refused while records cannot be written
     * @param members what records say beside what all do
     * @param store what answers questions about it; null for nothing
     */
    public record Audit(
            Path file,
            boolean isNamed,
            boolean refuseOnFailure,
            AuditSegments segments,
            AuditRedaction redaction,
            RecordedMembers members,
            @Nullable StoreSettings store) {
        /** Returns the same in another file, without a store. */
        public Audit in(Path other) {
            return new Audit(other, isNamed, refuseOnFailure, segments, redaction, members, null);
        }
    }

    /**
     * Limits that protect the gateway from sandboxes.
     *
     * @param proxy limits of connections, whichever sandbox they belong to
     * @param dials limits of connections being opened to targets
     * @param connectionsPerSandbox at least 1
     * @param newNamesPerMinute at least 1
     * @param buffers limits of data that the receiver does not read
     * @param rateCounts limits of the counts of named rates
     * @param policyEndpoints limit of endpoints in one sandbox's network policy and profiles together, at least 1
     */
    public record Limits(
            ProxyLimits proxy,
            DialLimits dials,
            int connectionsPerSandbox,
            int newNamesPerMinute,
            BufferLimits buffers,
            RateBounds rateCounts,
            int policyEndpoints) {}

    /**
     * How policy is compiled and evaluated, and its limits.
     *
     * @param compileTimeout time limit for the Rego of one sandbox
     * @param guardrailsCompileTimeout time limit for the security team's Rego
     * @param toBytecode when policies are compiled to JVM bytecode
     * @param limits limits of each evaluation
     * @param modules limits of guardrails that come as WebAssembly
     * @param cacheBytes size of each sandbox's decision cache
     * @param regoVersion Rego version of sandboxes
     * @param guardrailsRegoVersion Rego version of the security team
     * @param dialect in which network policies are read
     * @param allowDialects words of those for which a sandbox's documents may ask
     * @param ungranted what happens to a request that no policy document grants
     * @param unseenPrograms what {@code binaries} of network policies mean
     * @param pastBytes limit of the policies no longer in force that the state keeps
     */
    public record Policy(
            Duration compileTimeout,
            Duration guardrailsCompileTimeout,
            ToBytecode toBytecode,
            io.sallyport.regoengine.run.Limits limits,
            WasmLimits modules,
            int cacheBytes,
            RegoVersion regoVersion,
            RegoVersion guardrailsRegoVersion,
            PolicyDialect dialect,
            Set<String> allowDialects,
            Mode ungranted,
            UnseenPrograms unseenPrograms,
            int pastBytes) {
        public Policy {
            allowDialects = Set.copyOf(allowDialects);
        }

        private Policy reportingUngranted() {
            return new Policy(
                    compileTimeout,
                    guardrailsCompileTimeout,
                    toBytecode,
                    limits,
                    modules,
                    cacheBytes,
                    regoVersion,
                    guardrailsRegoVersion,
                    dialect,
                    allowDialects,
                    Mode.REPORT,
                    unseenPrograms,
                    pastBytes);
        }
    }

    /**
     * How leases are enforced, and further refusals of the decision API.
     *
     * @param requireModelUse whether a lease without {@code model.use} grants no model
     * @param hostStar the meaning of {@code *} as the first label of a lease's host
     * @param expiryGrace how long after its end a lease still holds, at most a second
     * @param unwrittenSpending how budgets behave while the state cannot be written
     * @param closedPaths paths that no sandbox may touch, in addition to the built-in ones
     * @param explanationsPerMinute how often one sandbox may ask why a request is decided as it is
     */
    public record Guard(
            boolean requireModelUse,
            LeaseRules.HostStar hostStar,
            Duration expiryGrace,
            UnwrittenSpending unwrittenSpending,
            List<String> closedPaths,
            int explanationsPerMinute) {
        public Guard {
            closedPaths = List.copyOf(closedPaths);
        }
    }

    /**
     * Spending that could not be written and that a crash would refund.
     *
     * @param bound how long spending continues in any case
     * @param refused whether spending is refused after that
     */
    public record UnwrittenSpending(Duration bound, boolean refused) {}

    /**
     * Skills and rate limits.
     *
     * @param registry the folder of manifests, absolute, or null if there is none
     * @param watch how often the folder is checked for changes, or null for never
     * @param checks limits of questions
     */
    public record Skills(@Nullable Path registry, @Nullable Duration watch, CheckSettings checks) {}

    /**
     * An ARCP runtime whose jobs are followed.
     *
     * @param url {@code wss}, or {@code ws} on loopback
     * @param tokenFile file of its bearer token, absolute
     * @param poll how often the list of jobs is requested
     */
    public record Arcp(URI url, Path tokenFile, Duration poll) {}

    /**
     * TLS towards sandboxes.
     *
     * @param on whether tunnels may be intercepted at all; if not, a CONNECT whose policy needs inspection is refused
     * @param caKeyFile file of the key that encrypts the sandboxes' CAs, absolute, or null to keep them in memory only
     * @param tls the requested implementation, or null for BoringSSL if its library loads, else the JDK
     */
    public record Intercept(
            boolean on, @Nullable Path caKeyFile, @Nullable TlsProvider tls) {}
}
