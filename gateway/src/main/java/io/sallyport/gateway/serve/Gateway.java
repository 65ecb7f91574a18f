package io.sallyport.gateway.serve;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.sandbox.HostServers;
import io.sallyport.apiservers.sandbox.ServerRuns;
import io.sallyport.audit.AuditCounters;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.OidcSettings;
import io.sallyport.configuration.OperationSettings.Drain;
import io.sallyport.configuration.TelemetrySettings;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.calls.ApprovalControl;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.LoginReport;
import io.sallyport.control.calls.ProviderReport;
import io.sallyport.control.calls.ReplayControl;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.control.calls.TunnelReport;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.control.store.CaStore;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.credentials.Providers;
import io.sallyport.gateway.credentials.SandboxCredentials;
import io.sallyport.gateway.credentials.SandboxLogins;
import io.sallyport.gateway.credentials.SearchedSecrets;
import io.sallyport.gateway.fetch.FetchEndpoint;
import io.sallyport.gateway.login.OpenIdProvider;
import io.sallyport.gateway.metrics.AuditMeters;
import io.sallyport.gateway.metrics.BufferMeters;
import io.sallyport.gateway.metrics.BundleMeters;
import io.sallyport.gateway.metrics.CertificateMeters;
import io.sallyport.gateway.metrics.GatewayMetrics;
import io.sallyport.gateway.metrics.LabelCaps;
import io.sallyport.gateway.metrics.PolicyMeters;
import io.sallyport.gateway.metrics.RuleMeters;
import io.sallyport.gateway.metrics.SandboxMeters;
import io.sallyport.gateway.metrics.SkillMeters;
import io.sallyport.gateway.metrics.StoreMeters;
import io.sallyport.gateway.models.ModelService;
import io.sallyport.gateway.telemetry.OtlpExports;
import io.sallyport.leasebridge.receipt.ReceiptSigner;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.AddedListeners;
import io.sallyport.proxy.BoundListener;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proxy, policy and egress of one gateway, on its own event loops. Safe for concurrent use; the caller of {@link
 * #start} closes it. The store and the audit log belong to the caller and outlive it.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    /** With the {@code h} a client sends names, and the gateway resolves them. */
    private static final String SOCKS_SCHEME = "socks5h";

    private final GatewayParts parts;
    private final PolicyControl control;
    private final ServerRuns servers;
    private final HostServers host;
    private final ProxyServer proxy;
    private final LedgerTimer ledger;
    private final @Nullable SkillWatch watch;
    private final @Nullable SharedSandboxes shared;
    private final @Nullable RemoteGuardrails remote;
    private final FetchEndpoint fetch;
    private final ModelService models;
    private final Providers providers;
    private final SearchedSecrets searched;
    private final SandboxCredentials credentials;
    private final SandboxLogins logins;
    private final HeldRequests asks;
    private final Drain drain;
    private final OtlpExports.Counts exports = new OtlpExports.Counts();

    /**
     * @param watch watches the skill registry, or null
     * @param shared what is shared with other gateways, or null
     * @param remote where guardrails come from, or null if not from a server
     */
    Gateway(
            GatewayParts parts,
            PolicyControl control,
            ServerRuns servers,
            HostServers host,
            ProxyServer proxy,
            FetchEndpoint fetch,
            ModelService models,
            Providers providers,
            SearchedSecrets searched,
            SandboxCredentials credentials,
            SandboxLogins logins,
            HeldRequests asks,
            LedgerTimer ledger,
            @Nullable SkillWatch watch,
            @Nullable SharedSandboxes shared,
            @Nullable RemoteGuardrails remote,
            Drain drain) {
        this.shared = shared;
        this.drain = drain;
        this.fetch = fetch;
        this.models = models;
        this.providers = providers;
        this.searched = searched;
        this.credentials = credentials;
        this.logins = logins;
        this.asks = asks;
        this.ledger = ledger;
        this.watch = watch;
        this.remote = remote;
        this.parts = parts;
        this.control = control;
        this.servers = servers;
        this.host = host;
        this.proxy = proxy;
    }

    /**
     * Starts everything or nothing. What the store holds is in force before the first connection is accepted.
     *
     * @param listen replaces the proxy's listeners of the configuration; received sockets that nothing listens at when
     *     the start fails stay the caller's
     * @param sockets opens the listening sockets
     * @param servers the folder for runs of API servers; a gateway with a persistent store always uses the same one
     * @param signer signs receipts of delegations; null for none
     */
    public static Gateway start(
            Config config,
            List<ListenAddress> listen,
            ListeningSockets sockets,
            Store store,
            CaStore caStore,
            Path servers,
            AuditLog audit,
            @Nullable ReceiptSigner signer)
            throws StartException {
        var opened = new OpenedResources();
        try {
            GatewayParts parts = opened.add(GatewayParts.of(config, caStore, audit));
            return new Assembly(config, parts, sockets, signer, opened).start(listen, store, servers);
        } catch (StateException e) {
            opened.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            opened.close();
            throw new StartException("proxy.listen: " + e.getMessage(), e);
        } catch (StartException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Tells of the configured providers. */
    ProviderReport.Source providers() {
        return credentials;
    }

    /** Tells of the logins that were made inside of sandboxes. */
    LoginReport.Source logins() {
        return logins;
    }

    /** Returns the requests that wait for a person. */
    HeldRequests asks() {
        return asks;
    }

    /** Returns the open tunnels of a sandbox. */
    List<TunnelReport> tunnels(SandboxId id) {
        return parts.counts().proxy().tunnels().of(id).stream()
                .map(tunnel -> new TunnelReport(
                        tunnel.start().auditId(),
                        tunnel.start().target(),
                        tunnel.start().sinceMillis(),
                        tunnel.start().generation(),
                        tunnel.isInspected(),
                        tunnel.bytesIn(),
                        tunnel.bytesOut()))
                .toList();
    }

    public Control control() {
        return control;
    }

    /** Completes when an API server of {@code sandbox}, and with it its run, fails; never if it has none. */
    public CompletionStage<ServerFailure> serversFailed(SandboxId sandbox) {
        return servers.failed(sandbox);
    }

    /** Returns where guardrails come from; null if not from a server. */
    @Nullable
    RemoteGuardrails remoteGuardrails() {
        return remote;
    }

    /** Returns the known sandboxes. */
    Sandboxes sandboxes() {
        return parts.registry();
    }

    /** Returns what answers the decision API. */
    GuardDesk desk() {
        return new GuardDesk(parts.guard(), parts.traffic()::nextId, InstantSource.system(), System::nanoTime)
                .searching(searched.policy());
    }

    SkillControl skills() {
        return control.skills();
    }

    WorkspaceControl workspaces() {
        return control.workspaces();
    }

    ApprovalControl approvals() {
        return control.approvals();
    }

    TrialControl trials() {
        return control.trials();
    }

    ReplayControl replays() {
        return control.replays();
    }

    /** Returns the audit log as parts of the gateway write to it: what records bear beside the event is added. */
    AuditLog records() {
        return parts.traffic();
    }

    CandidateCounts candidates() {
        return parts.traffic().candidates().counts();
    }

    HistoryControl past() {
        return control.history();
    }

    LeaseControl leases() {
        return control.leases();
    }

    /** Returns in a few words what is in force but could not be written; null if nothing. */
    @Nullable
    String unwritten() {
        return control.isWritten() ? null : "the state cannot be written: what is in force or was spent waits for it";
    }

    /** Returns whether counters are shared with other gateways. */
    boolean isShared() {
        return shared != null;
    }

    /** Returns why this gateway cannot share counters yet; null if it can, or shares none. */
    @Nullable
    String unshared() {
        return shared == null ? null : shared.unready();
    }

    /**
     * Returns the metrics. Call once; the caller closes them.
     *
     * @param audit counters of the audit log that the gateway writes to
     * @param store that answers questions about it; null if there is none
     * @param rules the counts of the rules that it names
     * @param listenerEnd when the certificate of the proxy's listeners ends; null if there is none
     */
    GatewayMetrics metrics(
            Supplier<AuditCounters> audit,
            @Nullable AuditStore store,
            RuleCounts rules,
            Supplier<@Nullable Instant> listenerEnd) {
        LabelCaps labels = LabelCaps.beside(parts.guard().metrics().labels());
        List<MeterBinder> binders = new ArrayList<>(List.of(
                parts.traffic(),
                parts.counts().requests(),
                parts.counts().bound(),
                certificates(listenerEnd),
                new SandboxMeters(parts.registry(), labels),
                new SkillMeters(parts.guard().metrics(), parts.skills(), parts.registry()),
                new BufferMeters(parts.buffers(), parts.registry(), labels.sandboxes()),
                labels,
                host.meters(),
                new RuleMeters(control, rules, labels.rules()),
                new PolicyMeters(parts.policies()),
                parts.spans(),
                exports,
                new AuditMeters(audit)));
        if (store != null) {
            binders.add(new StoreMeters(store::state));
        }
        if (remote != null) {
            binders.add(new BundleMeters(remote::status, remote::isLoaded, remote::failures, remote::reportFailures));
        }
        return GatewayMetrics.of(parts.meters(), binders);
    }

    /** Begins to send metrics and spans to the collectors that are configured; null if there are none. */
    @Nullable
    OtlpExports exports(Config config, GatewayMetrics metrics) throws StartException {
        TelemetrySettings telemetry = config.operation().telemetry();
        return telemetry.metrics() == null && telemetry.traces().otlp() == null
                ? null
                : new OtlpExports(
                        telemetry,
                        metrics::snapshots,
                        parts.spans(),
                        exports,
                        Dialers.ofOperator(config.egress(), parts.own(), Transport.best()),
                        parts.loops(),
                        InstantSource.system(),
                        System::nanoTime);
    }

    /** Creates what people log in to the console at; null if nothing is configured. */
    @Nullable
    OpenIdProvider people(@Nullable OidcSettings oidc, Config.Egress egress) throws StartException {
        return oidc == null
                ? null
                : OpenIdProvider.open(
                        oidc,
                        Dialers.ofOperator(egress, parts.own(), Transport.best()),
                        parts.loops(),
                        InstantSource.system(),
                        System::nanoTime);
    }

    private CertificateMeters certificates(Supplier<@Nullable Instant> listenerEnd) {
        ServerTls tls = parts.tls();
        return new CertificateMeters(
                Map.of(
                        "proxy_listener",
                        listenerEnd,
                        "sandbox_ca",
                        parts.cas()::firstEnd,
                        "provider_client",
                        providers::certificateEnd),
                () -> tls == null ? 0 : tls.leavesMinted());
    }

    /** Returns the URL at which sandboxes fetch skills. */
    public String fetchUrl() {
        return fetch.url();
    }

    /** Returns whether the documents of {@code sandbox} let it fetch at run time. */
    public boolean mayFetch(SandboxId sandbox) {
        return fetch.isEnabled(sandbox);
    }

    /** Returns the ports that grants of {@code sandbox} name; none if it is unknown. */
    public Set<Integer> grantedPorts(SandboxId sandbox) {
        Sandbox known = parts.registry().find(sandbox);
        return known == null ? Set.of() : PolicyChain.of(known).grantedPorts();
    }

    /** Returns the URL of the first listener, as clients use it. */
    public String proxyUrl() {
        return Service.url(proxy.addresses().getFirst());
    }

    /** Returns the URLs of all listeners that variables can name. */
    ProxyUrls proxyUrls() {
        return new ProxyUrls(
                proxyUrl(),
                ownUrls(ListenerProtocol.HTTP, "http"),
                socksUrl(),
                ownUrls(ListenerProtocol.SOCKS5, SOCKS_SCHEME),
                tlsUrl());
    }

    /** Returns the URL of the first listener for SOCKS5 that all share, or null if there is none. */
    @Nullable
    String socksUrl() {
        return sharedUrl(each -> each.protocol() == ListenerProtocol.SOCKS5, SOCKS_SCHEME);
    }

    private @Nullable String tlsUrl() {
        return sharedUrl(each -> each.tls() != null, "https");
    }

    private @Nullable String sharedUrl(Predicate<ListenAddress> wanted, String scheme) {
        for (BoundListener each : proxy.listening()) {
            if (each.listen().owner() == null && wanted.test(each.listen())) {
                return Service.url(each.address()).replaceFirst("http", scheme);
            }
        }
        return null;
    }

    /** Returns the URLs of ports that belong to a single sandbox, as its clients use them. */
    private Map<SandboxId, String> ownUrls(ListenerProtocol protocol, String scheme) {
        var urls = new HashMap<SandboxId, String>();
        for (BoundListener each : proxy.listening()) {
            SandboxId owner = each.listen().owner();
            boolean isHere = each.listen().address() instanceof InetSocketAddress;
            if (owner != null && isHere && each.listen().protocol() == protocol) {
                urls.put(owner, Service.url(each.address()).replaceFirst("http", scheme));
            }
        }
        return urls;
    }

    /**
     * Listens at {@code received} as well, for a sandbox that has a network namespace of its own. They are closed when
     * the sandbox has ended; those that nothing listens at when this fails stay the caller's.
     *
     * @throws IOException if an event loop cannot read from one of them
     */
    public AddedListeners listen(List<ListenAddress> received) throws IOException {
        return proxy.listen(received);
    }

    /** Returns whether there is such a sandbox. */
    boolean isKnown(SandboxId sandbox) {
        return parts.registry().find(sandbox) != null;
    }

    /** Adds meters to those of {@link #metrics}. */
    void meter(MeterBinder meters) {
        meters.bindTo(parts.meters());
    }

    /** Returns the gateway's own listeners, which nothing dials. */
    OwnListeners listeners() {
        return parts.own();
    }

    /** Registers {@code listener} as one of the gateway's own, which no sandbox may reach. */
    void own(InetSocketAddress listener) {
        parts.own().add(listener);
    }

    /** Reads the operator's guardrails again, if configured. Guardrails that do not load change nothing. */
    void reloadGuardrails() {
        if (remote != null) {
            remote.pollNow();
            return;
        }
        GuardrailsSource guardrails = parts.guardrails();
        if (guardrails == null) {
            LOG.info("no guardrails are configured: nothing to read again");
            return;
        }
        var records = new GuardrailsRecords(parts.traffic(), InstantSource.system());
        ChangeOrigin source = guardrails.origin();
        try {
            control.reload(guardrails.configured()).whenComplete((answer, failure) -> {
                if (failure == null) {
                    records.answered(source, answer);
                } else {
                    records.failed(source);
                }
            });
        } catch (StartException e) {
            records.unreadable(source, String.valueOf(e.getMessage()));
        }
    }

    /** Reads the operator's skill registry again, if configured. */
    void reloadSkills() {
        parts.skills().reload();
    }

    /**
     * Accepts nothing new and gives running requests time to finish; afterwards only policy control is left.
     *
     * @param hurry ends that time early when it completes
     */
    void drain(CompletionStage<Void> hurry) {
        proxy.close(drain.timeout(), drain.quiet(), hurry).toCompletableFuture().join();
    }

    /** Accepts nothing new, gives running requests time to finish, then ends. */
    @Override
    public void close() {
        drain(new CompletableFuture<>());
        fetch.close();
        models.close();
        servers.close();
        ledger.close();
        if (shared != null) {
            shared.close();
        }
        if (remote != null) {
            remote.close();
        }
        if (watch != null) {
            watch.close();
        }
        searched.close();
        providers.close();
        parts.close();
    }
}
