package io.sallyport.gateway.serve;

import io.sallyport.admin.AdminServer;
import io.sallyport.admin.AdminSettings;
import io.sallyport.admin.AdminTokens;
import io.sallyport.admin.health.HealthServer;
import io.sallyport.admin.health.Metrics;
import io.sallyport.admin.health.Readiness;
import io.sallyport.admin.health.ReadinessCheck;
import io.sallyport.admin.proxy.ProxyUrls;
import io.sallyport.audit.AuditCounters;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.segment.SigningKey;
import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.auditstore.AuditStore;
import io.sallyport.auditstore.LogLines;
import io.sallyport.auditstore.StoreSettings;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.OperationSettings.Drain;
import io.sallyport.configuration.OperationSettings.Health;
import io.sallyport.control.job.LeasesOfJobs;
import io.sallyport.control.store.Endpoints;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.control.store.StateException;
import io.sallyport.gateway.ask.AskService;
import io.sallyport.gateway.login.OpenIdProvider;
import io.sallyport.gateway.metrics.GatewayMetrics;
import io.sallyport.gateway.metrics.SinkMeters;
import io.sallyport.gateway.telemetry.OtlpExports;
import io.sallyport.leasebridge.arcp.ArcpLink;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.ListenerTls;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.PassedSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway with its state directory, audit log and control API, as run by {@code serve}. Safe for concurrent use; the
 * caller of {@link #start} closes it.
 */
public final class Service implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    private final StateDirectory state;
    private final JsonLinesLog audit;
    private final @Nullable AuditStore store;
    private final Gateway gateway;
    private final GatewayMetrics metrics;
    private final @Nullable OtlpExports exports;
    private final AdminServer admin;
    private final @Nullable ArcpLink arcp;
    private final @Nullable HealthServer health;
    private final HandoverOffer handover;
    private final EntryOffer entries;
    private final Endpoints endpoints;
    private final Lifecycle lifecycle;
    private final Drain drain;
    private final @Nullable ListenerTls tls;
    private final @Nullable SinkService sinks;
    private final @Nullable AskService asks;
    private final @Nullable OpenIdProvider people;

    private Service(
            StateDirectory state,
            JsonLinesLog audit,
            @Nullable AuditStore store,
            Gateway gateway,
            GatewayMetrics metrics,
            @Nullable OtlpExports exports,
            AdminServer admin,
            @Nullable ArcpLink arcp,
            @Nullable HealthServer health,
            HandoverOffer handover,
            EntryOffer entries,
            Endpoints endpoints,
            Lifecycle lifecycle,
            Drain drain,
            @Nullable ListenerTls tls,
            @Nullable SinkService sinks,
            @Nullable AskService asks,
            @Nullable OpenIdProvider people) {
        this.tls = tls;
        this.people = people;
        this.sinks = sinks;
        this.asks = asks;
        this.state = state;
        this.audit = audit;
        this.store = store;
        this.arcp = arcp;
        this.gateway = gateway;
        this.metrics = metrics;
        this.exports = exports;
        this.admin = admin;
        this.health = health;
        this.handover = handover;
        this.entries = entries;
        this.endpoints = endpoints;
        this.lifecycle = lifecycle;
        this.drain = drain;
    }

    /**
     * Starts everything or nothing. Everything that the state holds is in force when it returns. Waits for the end of
     * another gateway with the same state.
     *
     * @param stop ends that wait
     */
    public static Service start(Config config, StopSignal stop) throws StartException {
        var opened = new OpenedResources();
        var lifecycle = new Lifecycle();
        var warmUp = new WarmUp(config, lifecycle);
        try {
            ListeningSockets sockets = opened.add(passedSockets());
            var standBy = new StandBy(config, stop, sockets, System::nanoTime, warmUp::start);
            StateDirectory state = opened.add(StateDirectory.open(config.state(), standBy));
            Service service = start(config, state, sockets, lifecycle, opened);
            state.publish(service.endpoints);
            warmUp.start();
            return service;
        } catch (StateException e) {
            opened.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (StartException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static Service start(
            Config config, StateDirectory state, ListeningSockets sockets, Lifecycle lifecycle, OpenedResources opened)
            throws StartException, StateException {
        SigningKey key = AuditFile.key(config.audit(), state.root());
        JsonLinesLog audit = opened.add(AuditFile.open(config.audit(), key));
        AdminTokens tokens = AdminTokenFiles.read(config.admin());
        ListenerTls tls = listenerTls(config);
        if (tls != null) {
            opened.add(tls);
        }
        Gateway gateway = opened.add(Gateway.start(
                config,
                ConfiguredListeners.of(config.proxy(), tls),
                sockets,
                state.store(config.policy().pastBytes()),
                state.cas(config.intercept().caKeyFile()),
                state.root().resolve("api-servers"),
                audit,
                AuditFile.signer(key)));
        SinkService sinks = config.sinks().isEmpty() ? null : opened.add(sinks(config, gateway, audit, state));
        HttpSettings webhook = config.asks().webhook();
        AskService asks = webhook == null ? null : opened.add(asks(webhook, config.egress(), gateway));
        Readiness readiness = readiness(gateway, audit, lifecycle);
        readiness = readiness.advised(() -> advisories(sinks, gateway.remoteGuardrails()));
        AuditStore store = auditStore(config.audit());
        if (store != null) {
            opened.add(store);
        }
        GatewayMetrics metrics = opened.add(
                gateway.metrics(audit::counters, store, audit.rules(), () -> tls == null ? null : tls.expiresAt()));
        OtlpExports exports = gateway.exports(config, metrics);
        if (exports != null) {
            opened.add(exports);
        }
        OpenIdProvider people = gateway.people(config.admin().oidc(), config.egress());
        if (people != null) {
            opened.add(people);
        }
        AdminSettings settings = AdminSettings.of(
                        config.admin().listen(), advertised(config.proxy(), gateway.proxyUrls()))
                .withFetchUrl(gateway.fetchUrl())
                .withIssuers(IssuerKeys.read(config.issuers(), InstantSource.system()));
        AdminServer admin = opened.add(AdminListener.start(
                settings, config.settings(), gateway, audit, store, tokens, metrics, readiness, people, sockets));
        Health probed = config.operation().health();
        HealthServer health = probed == null ? null : opened.add(health(probed, readiness, gateway, metrics, sockets));
        sockets.close();
        HandoverOffer handover = opened.add(HandoverOffer.start(state.root(), sockets));
        EntryOffer entries = opened.add(EntryOffer.start(
                state.root(), new EnteredSandboxes(gateway, gateway.records(), InstantSource.system())));
        ArcpLink arcp = config.arcp() == null ? null : opened.add(arcp(config.arcp(), gateway));
        var endpoints = new Endpoints(
                gateway.proxyUrl(),
                url(admin.address()),
                config.admin().tokenFile().toString(),
                health == null ? null : url(health.address()),
                gateway.socksUrl());
        Drain drain = config.operation().drain();
        return new Service(
                state, audit, store, gateway, metrics, exports, admin, arcp, health, handover, entries, endpoints,
                lifecycle, drain, tls, sinks, asks, people);
    }

    private static AskService asks(HttpSettings webhook, Config.Egress egress, Gateway gateway) throws StartException {
        Transport transport = Transport.best();
        return AskService.start(
                webhook, Dialers.ofOperator(egress, gateway.listeners(), transport), transport, gateway.asks());
    }

    private static SinkService sinks(Config config, Gateway gateway, JsonLinesLog audit, StateDirectory state)
            throws StartException {
        SinkService sinks = SinkService.start(config, audit, gateway.listeners(), state.root());
        gateway.meter(new SinkMeters(sinks.sinks()));
        return sinks;
    }

    /** Begins to feed the store beside the audit log. */
    private static @Nullable AuditStore auditStore(Config.Audit audit) {
        StoreSettings settings = audit.store();
        return settings == null ? null : AuditStore.start(settings, LogLines.of(audit.file()), InstantSource.system());
    }

    private static ListeningSockets passedSockets() throws StartException {
        try {
            var sockets = new ListeningSockets();
            sockets.pass(
                    PassedSockets.of(System.getenv(), ProcessHandle.current().pid()));
            return sockets;
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static HealthServer health(
            Health settings, Readiness readiness, Gateway gateway, Metrics metrics, ListeningSockets sockets)
            throws StartException {
        try {
            HealthServer health =
                    HealthServer.start(settings.listen(), readiness, settings.metrics() ? metrics : null, sockets);
            gateway.own(health.address());
            return health;
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static ArcpLink arcp(Config.Arcp arcp, Gateway gateway) throws StartException {
        try {
            String token = Files.readString(arcp.tokenFile()).strip();
            return ArcpLink.start(
                    new ArcpLink.Settings(arcp.url(), token, arcp.poll()),
                    new LeasesOfJobs(gateway.leases()),
                    InstantSource.system(),
                    System::nanoTime);
        } catch (IOException e) {
            throw new StartException("arcp.token_file: " + arcp.tokenFile() + " cannot be read", e);
        }
    }

    private static @Nullable ListenerTls listenerTls(Config config) throws StartException {
        Config.ProxyTls tls = config.proxy().tls();
        if (tls == null) {
            return null;
        }
        try {
            return ListenerTls.open(
                    new ListenerTls.Files(tls.cert(), tls.key(), tls.clientCa()),
                    GatewayParts.provider(config.intercept()),
                    tls.http2() && config.limits().proxy().http2().offersHttp2());
        } catch (IOException e) {
            throw new StartException("proxy.tls: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the readiness checks. Policy is always ready: the state's policy is in force before the control API
     * listens; but not without a bundle where guardrails come from a server.
     */
    private static Readiness readiness(Gateway gateway, JsonLinesLog audit, Lifecycle lifecycle) {
        RemoteGuardrails remote = gateway.remoteGuardrails();
        List<Supplier<ReadinessCheck>> checks = new ArrayList<>(List.<Supplier<ReadinessCheck>>of(
                () -> ReadinessCheck.ok("policy"),
                () -> auditCheck(audit.counters()),
                () -> new ReadinessCheck("state", gateway.unwritten()),
                lifecycle::warmth,
                lifecycle::service));
        if (remote != null) {
            checks.add(1, remote::readiness);
        }
        if (gateway.isShared()) {
            checks.add(() -> new ReadinessCheck("shared", gateway.unshared()));
        }
        return Readiness.of(checks);
    }

    /** Returns the checks that readiness does not depend on. */
    private static List<ReadinessCheck> advisories(@Nullable SinkService sinks, @Nullable RemoteGuardrails remote) {
        List<ReadinessCheck> checks = new ArrayList<>(sinks == null ? List.of() : sinks.checks());
        if (remote != null) {
            checks.addAll(remote.freshness());
        }
        return checks;
    }

    /** Fails even if traffic continues without records; docs/decisions/control-api-and-health.md explains why. */
    static ReadinessCheck auditCheck(AuditCounters counters) {
        String failure = counters.failure();
        return new ReadinessCheck("audit", failure == null ? null : "the audit log cannot be written: " + failure);
    }

    /** Returns the URL of a listener for clients on the same network. */
    public static String url(InetSocketAddress address) {
        return "http://" + authority(address);
    }

    /** Returns the address and port of a listener, as they stand in a URL. */
    public static String authority(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return CanonicalHost.authority(host) + ":" + address.getPort();
    }

    private static ProxyUrls advertised(Config.Proxy proxy, ProxyUrls bound) {
        return proxy.advertisedHost() == null ? bound : bound.at(proxy.advertisedHost());
    }

    public Endpoints endpoints() {
        return endpoints;
    }

    /**
     * Reads the operator's guardrails, skills and the proxy's certificate again, if configured. What does not load
     * changes nothing.
     */
    public void reload() {
        reloadTls();
        gateway.reloadGuardrails();
        gateway.reloadSkills();
    }

    private void reloadTls() {
        if (tls != null) {
            try {
                tls.reload();
            } catch (IOException e) {
                LOG.warn("proxy.tls: the files of before stay in use", e);
            }
        }
    }

    /**
     * Stops being ready, keeps serving for the configured delay, then accepts nothing new and gives running requests
     * time to finish. The control API and probes are still answered.
     */
    public void drain(StopSignal stop) {
        lifecycle.drain();
        stop.pause(drain.delay());
        gateway.drain(stop.hurry());
    }

    /** Accepts nothing new, gives running requests time to finish, then ends. */
    @Override
    public void close() {
        lifecycle.drain();
        handover.close();
        entries.close();
        if (arcp != null) {
            arcp.close();
        }
        admin.close();
        if (people != null) {
            people.close();
        }
        if (exports != null) {
            exports.close();
        }
        gateway.close();
        if (tls != null) {
            tls.close();
        }
        if (store != null) {
            store.close();
        }
        audit.close();
        if (asks != null) {
            asks.close();
        }
        if (sinks != null) {
            sinks.close();
        }
        if (health != null) {
            health.close();
        }
        metrics.close();
        try {
            state.close();
        } catch (StateException e) {
            LOG.warn("the state directory was not left clean", e);
        }
    }
}
