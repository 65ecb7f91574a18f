package io.sallyport.configuration;

import io.sallyport.bundles.RemotePolicy;
import io.sallyport.configuration.bundle.BundleSection;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Faults;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.configuration.provider.LoginSection;
import io.sallyport.configuration.provider.ProviderSection;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import io.sallyport.proxy.dns.DnsSettings;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.intercept.TlsProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file of {@code serve --config}. Relative paths are resolved against the file's folder; the token and the
 * audit file against the state directory.
 */
public final class ConfigFile {
    /** A runtime that is polled more often has little time for anything else. */
    private static final Duration SHORTEST_POLL = Duration.ofMillis(100);

    private final Path folder;
    private final @Nullable Path chosenState;
    private final Path standardState;
    private final DescriptorLimit descriptors;
    private final List<String> warnings = new ArrayList<>();

    private ConfigFile(Path folder, @Nullable Path chosenState, Path standardState, DescriptorLimit descriptors) {
        this.folder = folder;
        this.chosenState = chosenState;
        this.standardState = standardState;
        this.descriptors = descriptors;
    }

    /**
     * Reads the configuration in {@code file}.
     *
     * @param file null for defaults only
     * @param state the state directory, overriding the file, or null
     * @param standard the state directory if none is named
     */
    public static Config read(@Nullable Path file, @Nullable Path state, Path standard) throws ConfigException {
        DescriptorLimit descriptors = DescriptorLimit.ofThisProcess();
        if (file == null) {
            return parse(standard.resolve("defaults"), "", state, standard, descriptors);
        }
        try {
            return parse(file, Files.readString(file), state, standard, descriptors);
        } catch (IOException e) {
            throw new ConfigException(file + ": cannot be read: " + e, e);
        }
    }

    /**
     * Reads a configuration that is not in a file yet.
     *
     * @param file where it is meant to be, absolute; relative paths are resolved against its folder
     */
    public static Config parse(Path file, String text) throws ConfigException {
        return parse(file, text, null, file);
    }

    static Config parse(Path file, String text, @Nullable Path state, Path standard) throws ConfigException {
        return parse(file, text, state, standard, DescriptorLimit.NONE);
    }

    static Config parse(Path file, String text, @Nullable Path state, Path standard, DescriptorLimit descriptors)
            throws ConfigException {
        Section document = Section.read(String.valueOf(file.getFileName()), text);
        Path folder = file.toAbsolutePath().getParent();
        return new ConfigFile(folder == null ? file : folder, state, standard, descriptors).config(document);
    }

    private Config config(Section top) throws ConfigException {
        List.of("guardrails", "guardrails_key", "arcp").forEach(top::pass); // read below if present
        Path configured = top.path(GatewayKeys.STATE, folder, standardState);
        Path state = (chosenState == null ? configured : chosenState).toAbsolutePath();
        Section guard = top.section("guard");
        Section intercept = top.section("intercept");
        Faults faults = top.faults();
        Config.Skills skills = SkillSection.read(top.section("skills"), folder, guard);
        var fetch = faults.in(() -> FetchSection.read(top.section("fetch"), folder, state));
        var proxy = faults.in(() -> proxy(top.section("proxy"), intercept));
        OidcSettings oidc = OidcSection.read(top.section("console"), folder);
        Config.Admin admin = admin(top.section("admin"), state, oidc);
        var guardrails = faults.in(() -> Optional.ofNullable(guardrails(top)));
        var bundles = faults.in(() -> Optional.ofNullable(bundles(top)));
        var approvals = faults.in(() -> ApprovalSection.read(top, admin));
        var trials = faults.in(() -> TrialSection.read(top.section("trials")));
        var workspaces = faults.in(() -> WorkspaceSection.read(top.section("workspaces")));
        var asks = faults.in(() -> AskSection.read(top.section("ask"), folder));
        var egress = faults.in(() -> egress(top.section("egress")));
        Section audited = top.section("audit");
        Config.Audit audit = AuditSection.read(audited, state);
        var sinks = faults.in(() -> SinkSection.read(audited, folder));
        var limits = faults.in(() -> limits(top.section("limits")));
        var rates = faults.in(() -> RateSection.read(top.section("rates")));
        var providers = faults.in(() -> ProviderSection.read(top.section("providers"), folder, state));
        var logins = faults.in(() -> LoginSection.read(
                top.section("logins"), top.section("providers").keys()));
        var inference = faults.in(() -> InferenceSection.read(
                top.section("inference"),
                top.section("providers").keys(),
                top.section("rates").keys()));
        var issuers = faults.in(() -> IssuerSection.read(top.section("identity"), folder));
        var findings = faults.in(() -> FindingSection.read(top.section("findings"), folder, System.getenv()));
        Config.Policy policy = PolicySection.read(top.section("policy"), top.section("decision"));
        Config.Intercept interception = intercept(intercept, state);
        var arcp = faults.in(() -> Optional.ofNullable(top.has("arcp") ? arcp(top.section("arcp")) : null));
        Config.Guard guarded = guard(top.section("lease"), guard);
        var harness = faults.in(() -> HarnessSection.read(top.section("harness"), folder));
        var servers = faults.in(() -> ServerSection.read(top.section("api_servers"), folder));
        OperationSettings operation = OperationSection.read(top, folder);
        top.end();
        faults.end();
        ProviderSection.checkUses(
                top.section("providers"), providers.get(), inference.get().providers());
        return new Config(
                proxy.get(),
                admin,
                state,
                guardrails.get().orElse(null),
                bundles.get().orElse(null),
                approvals.get(),
                trials.get(),
                workspaces.get(),
                asks.get(),
                egress.get(),
                audit,
                limits.get(),
                rates.get(),
                providers.get(),
                logins.get(),
                inference.get(),
                issuers.get(),
                sinks.get(),
                findings.get(),
                policy,
                interception,
                arcp.get().orElse(null),
                guarded,
                skills,
                harness.get().apply(fetch.get().known()),
                fetch.get(),
                servers.get(),
                operation,
                top.settings(),
                warnings);
    }

    private Config.@Nullable Guardrails guardrails(Section top) throws ConfigException {
        Config.SigningKey key = top.has("guardrails_key") ? signingKey(top.section("guardrails_key")) : null;
        if (!top.has("guardrails")) {
            if (key != null) {
                throw top.place("guardrails_key").error("guardrails_key: there are no guardrails that it could be for");
            }
            return null;
        }
        var guardrails = new Config.Guardrails(top.path(GatewayKeys.GUARDRAILS, folder, folder), key);
        if (key != null && !guardrails.isBundle()) {
            throw top.place("guardrails_key").error("guardrails_key: a folder is not signed (expected: *.tar.gz)");
        }
        return guardrails;
    }

    private @Nullable RemotePolicy bundles(Section top) throws ConfigException {
        RemotePolicy remote = BundleSection.read(top, folder, System.getenv());
        if (remote != null && top.has(GatewayKeys.GUARDRAILS)) {
            throw top.place("bundles")
                    .error("bundles: `guardrails` names a folder or a bundle, which is then the only source (expected:"
                            + " one of the two)");
        }
        return remote;
    }

    private Config.Arcp arcp(Section section) throws ConfigException {
        if (!section.has("url") || !section.has("token_file")) {
            throw section.place("url").error("arcp: url and token_file are both needed");
        }
        var arcp = new Config.Arcp(
                section.read(GatewayKeys.ARCP_URL, URI.create("wss://none")),
                section.path(GatewayKeys.ARCP_TOKEN_FILE, folder, folder),
                section.read(GatewayKeys.POLL));
        section.end();
        if (arcp.poll().compareTo(SHORTEST_POLL) < 0) {
            warnings.add("arcp.poll: " + arcp.poll().toMillis() + " ms asks the runtime for its jobs more than "
                    + Duration.ofSeconds(1).dividedBy(SHORTEST_POLL) + " times a second");
        }
        warnings.addAll(TokenFiles.readableByOthers(List.of(arcp.tokenFile())));
        return arcp;
    }

    private Config.SigningKey signingKey(Section section) throws ConfigException {
        @Nullable String algorithm = section.find(GatewayKeys.KEY_ALGORITHM);
        if (algorithm == null || !section.has("file")) {
            throw section.place("file").error("guardrails_key: file and algorithm are both needed");
        }
        @Nullable String scope = section.find(GatewayKeys.KEY_SCOPE);
        var key = new Config.SigningKey(
                section.path(GatewayKeys.KEY_FILE, folder, folder),
                algorithm,
                section.find(GatewayKeys.KEY_ID),
                scope == null ? "" : scope);
        section.end();
        return key;
    }

    private Config.Proxy proxy(Section section, Section intercept) throws ConfigException {
        List<InetSocketAddress> listen = section.list(GatewayKeys.PROXY_LISTEN, List.of(Values.loopback(3128)));
        if (listen.isEmpty()) {
            throw section.place("listen").error("proxy.listen: empty (expected: at least one ADDRESS:PORT)");
        }
        @Nullable String advertised = section.find(GatewayKeys.ADVERTISED_HOST);
        Map<SandboxId, InetSocketAddress> ports = Values.bySandbox(section, GatewayKeys.PORTS);
        List<InetSocketAddress> socks = section.list(GatewayKeys.SOCKS);
        Map<SandboxId, InetSocketAddress> socksPorts = Values.bySandbox(section, GatewayKeys.SOCKS_PORTS);
        Map<SandboxId, Cidr> sources = Values.bySandbox(section, GatewayKeys.SOURCES);
        String clash = SourceBlocks.fault(sources);
        if (clash != null) {
            throw section.place("sources").error("proxy.sources: " + clash);
        }
        Config.ProxyTls tls = section.has("tls") ? proxyTls(section.section("tls")) : null;
        section.pass("tls");
        Config.Transparent transparent = TransparentSection.read(section.section("transparent"), !sources.isEmpty());
        Config.UnixSockets unix = UnixSection.read(section.section("unix"), folder);
        DnsSettings dns = DnsSection.read(section.section("dns"));
        List<Cidr> loadBalancers = section.list(GatewayKeys.PROXY_PROTOCOL_FROM);
        var exceptions = new HostExceptions(
                intercept.hosts(GatewayKeys.ALLOW_MISSING_SNI),
                intercept.hosts(GatewayKeys.ALLOW_ECH),
                section.hosts(GatewayKeys.DECODE_SLASH));
        section.end();
        return new Config.Proxy(
                listen,
                advertised,
                ports,
                socks,
                socksPorts,
                sources,
                transparent,
                tls,
                unix,
                loadBalancers,
                dns,
                exceptions);
    }

    private Config.ProxyTls proxyTls(Section section) throws ConfigException {
        List<InetSocketAddress> listen = section.list(GatewayKeys.TLS_LISTEN);
        Path cert = section.path(GatewayKeys.TLS_CERT, folder);
        Path key = section.path(GatewayKeys.TLS_KEY, folder);
        Path clientCa = section.path(GatewayKeys.TLS_CLIENT_CA, folder);
        boolean http2 = section.read(GatewayKeys.TLS_HTTP2);
        section.end();
        if (listen.isEmpty() || cert == null || key == null) {
            throw section.place("listen").error("proxy.tls: listen, cert and key are all needed");
        }
        return new Config.ProxyTls(listen, cert, key, clientCa, http2);
    }

    private Config.Admin admin(Section section, Path state, @Nullable OidcSettings oidc) {
        InetSocketAddress listen = section.read(GatewayKeys.ADMIN_LISTEN);
        Path token = section.path(GatewayKeys.TOKEN_FILE, state, state.resolve("admin.token"));
        var roles = new HashMap<Path, String>();
        section.map(GatewayKeys.ROLES)
                .forEach((file, role) -> roles.put(state.resolve(file).normalize(), role));
        section.end();
        warnings.addAll(TokenFiles.readableByOthers(
                Stream.concat(Stream.of(token), roles.keySet().stream().sorted())
                        .toList()));
        if (oidc != null && oidc.clientSecretFile() != null) {
            warnings.addAll(TokenFiles.readableByOthers(List.of(oidc.clientSecretFile())));
        }
        return new Config.Admin(listen, token, roles, oidc);
    }

    private Config.Egress egress(Section section) throws ConfigException {
        Section dns = section.section("dns");
        List<InetSocketAddress> servers = dns.list(GatewayKeys.DNS_SERVERS);
        dns.end();
        Config.UpstreamProxy upstream = UpstreamSection.read(section.section("upstream_proxy"), folder);
        if (upstream != null && upstream.passwordFile() != null) {
            warnings.addAll(TokenFiles.readableByOthers(List.of(upstream.passwordFile())));
        }
        var egress = new Config.Egress(
                servers,
                section.map(GatewayKeys.HOSTS),
                section.list(GatewayKeys.ALLOW_ADDRESSES),
                section.list(GatewayKeys.TRUST).stream()
                        .map(file -> folder.resolve(file).normalize())
                        .toList(),
                upstream);
        section.end();
        return egress;
    }

    private Config.Limits limits(Section section) throws ConfigException {
        Config.Limits limits = LimitsSection.read(section, descriptors);
        int maxOpen = limits.proxy().connections().maxOpen();
        if (!descriptors.bears(maxOpen)) {
            warnings.add("limits.max_open: " + maxOpen + " connections and as many to targets do not fit into the "
                    + descriptors.most() + " files that this process may have open (ulimit -n)");
        }
        return limits;
    }

    private Config.Intercept intercept(Section section, Path state) {
        boolean on = section.read(GatewayKeys.MODE);
        boolean encrypted = section.read(GatewayKeys.CA_KEYS);
        Path keyFile = section.path(GatewayKeys.CA_KEY_FILE, state, state.resolve("ca.key"));
        TlsProvider tls = section.find(GatewayKeys.TLS);
        section.end();
        return new Config.Intercept(on, encrypted ? keyFile : null, tls);
    }

    private static Config.UnwrittenSpending unwrittenSpending(Section section) {
        var setting = new Config.UnwrittenSpending(
                section.read(GatewayKeys.SPENDING_FOR), section.read(GatewayKeys.SPENDING_THEN));
        section.end();
        return setting;
    }

    private static Config.Guard guard(Section lease, Section section) {
        var guard = new Config.Guard(
                lease.read(GatewayKeys.REQUIRE_MODEL_USE),
                lease.read(GatewayKeys.HOST_STAR),
                lease.read(GatewayKeys.EXPIRY_GRACE),
                unwrittenSpending(lease.section("unwritten_spending")),
                section.list(GatewayKeys.CLOSED_PATHS),
                section.read(GatewayKeys.EXPLANATIONS));
        lease.end();
        section.end();
        return guard;
    }
}
