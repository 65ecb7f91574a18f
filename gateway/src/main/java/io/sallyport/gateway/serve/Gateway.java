package io.sallyport.gateway.serve;

import io.sallyport.admin.Control;
import io.sallyport.admin.LeaseControl;
import io.sallyport.admin.Metrics;
import io.sallyport.admin.SkillControl;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.gateway.apiservers.HostException;
import io.sallyport.gateway.apiservers.HostServers;
import io.sallyport.gateway.apiservers.ServerRuns;
import io.sallyport.gateway.apiservers.ServingControl;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.config.FetchSettings;
import io.sallyport.gateway.control.Accounts;
import io.sallyport.gateway.control.PolicyControl;
import io.sallyport.gateway.fetch.FetchEndpoint;
import io.sallyport.gateway.fetch.SandboxFetches;
import io.sallyport.gateway.state.CaStore;
import io.sallyport.gateway.state.StateException;
import io.sallyport.gateway.state.Store;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.Listen;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.ProxySettings;
import io.sallyport.proxy.enforce.ApiServers;
import io.sallyport.proxy.enforce.OwnFetches;
import io.sallyport.proxy.listener.ProxyLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proxy, policy and egress of one gateway, on event loops of its own. Safe for concurrent use; whoever started it closes
 * it. Store and audit log are the caller's and outlive it.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    /** How long requests may go on once nothing new is taken. */
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final Parts parts;
    private final PolicyControl control;
    private final ServingControl serving;
    private final ServerRuns servers;
    private final HostServers host;
    private final ProxyServer proxy;
    private final LedgerTimer ledger;
    private final @Nullable SkillWatch watch;
    private final FetchEndpoint fetch;
    private final List<Listen> listen;

    private Gateway(
            Parts parts,
            PolicyControl control,
            ServerRuns servers,
            HostServers host,
            ProxyServer proxy,
            FetchEndpoint fetch,
            LedgerTimer ledger,
            @Nullable SkillWatch watch,
            List<Listen> listen) {
        this.fetch = fetch;
        this.ledger = ledger;
        this.watch = watch;
        this.parts = parts;
        this.control = control;
        this.servers = servers;
        this.serving = new ServingControl(control, servers);
        this.host = host;
        this.proxy = proxy;
        this.listen = List.copyOf(listen);
    }

    /**
     * Starts all of it, or nothing; what the store holds is in force before the first connection is taken.
     *
     * @param listen in place of what the configuration says of the proxy's listeners
     * @param servers the folder in which runs of API servers have theirs; a store has one that is always the same
     */
    public static Gateway start(
            Config config, List<Listen> listen, Store store, CaStore caStore, Path servers, AuditLog audit)
            throws StartException {
        var opened = new Opened();
        try {
            return start(config, listen, store, opened.add(Parts.of(config, caStore, audit)), servers, opened);
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

    private static Gateway start(
            Config config, List<Listen> listen, Store store, Parts parts, Path folder, Opened opened)
            throws IOException, StartException, StateException {
        HostServers host = opened.add(host(config, folder, parts));
        SandboxFetches fetches = fetches(config.fetch(), store);
        var servers = new ServerRuns(host, parts.servers());
        var changes = new ProxyChanges(parts.traffic(), parts.tls(), fetches, servers);
        Config.Limits limits = config.limits();
        var admission = new AdmissionLimits(
                limits.connectionsPerSandbox(),
                limits.newNamesPerMinute(),
                config.guard().expiryGrace());
        GuardrailsSource guardrails = parts.guardrails();
        var accounts = new Accounts(store, new BudgetRecords(parts.traffic(), InstantSource.system()));
        PolicyControl control = PolicyControl.load(
                store,
                parts.policies(),
                guardrails == null ? null : guardrails.read(),
                parts.registry(),
                parts.cas(),
                account -> new LiveAdmission(admission, InstantSource.system(), System::nanoTime, account),
                accounts,
                InstantSource.system(),
                changes,
                parts.traffic(),
                parts.skills(),
                parts.guard(),
                servers);
        takeOver(servers, control);
        FetchEndpoint fetch = opened.add(fetch(config.fetch(), fetches, parts));
        ProxyServer proxy = proxy(config, listen, parts, fetch);
        proxy.addresses().forEach(parts.own()::add);
        changes.tell(proxy);
        Duration watch = config.skills().watch();
        return new Gateway(
                parts,
                control,
                servers,
                host,
                proxy,
                fetch,
                LedgerTimer.start(accounts),
                watch == null || !parts.skills().isConfigured() ? null : SkillWatch.start(parts.skills(), watch),
                listen);
    }

    private static SandboxFetches fetches(FetchSettings settings, Store store) throws StartException {
        try {
            return SandboxFetches.open(settings, store);
        } catch (IOException e) {
            throw new StartException("fetch: " + e, e);
        }
    }

    private static FetchEndpoint fetch(FetchSettings settings, SandboxFetches fetches, Parts parts)
            throws StartException {
        try {
            FetchEndpoint fetch =
                    FetchEndpoint.start(settings, fetches, parts.dialer(), parts.loops(), parts.traffic());
            InetSocketAddress address = fetch.address();
            if (address != null) {
                parts.own().add(address);
            }
            return fetch;
        } catch (IOException e) {
            throw new StartException("fetch: " + e.getMessage(), e);
        }
    }

    private static ProxyServer proxy(Config config, List<Listen> listen, Parts parts, FetchEndpoint fetch)
            throws IOException {
        return ProxyServer.start(
                settings(config, listen, parts.servers(), fetch.forProxy()),
                parts.registry(),
                parts.dialer(),
                parts.tls(),
                parts.traffic(),
                parts.cas(),
                parts.guard(),
                InstantSource.system(),
                System::nanoTime,
                parts.loops());
    }

    private static ProxySettings settings(Config config, List<Listen> listen, ApiServers servers, OwnFetches fetches) {
        Config.Limits limits = config.limits();
        return new ProxySettings(
                listen,
                ProxyLimits.DEFAULT.with(
                        limits.maxHeadBytes(), limits.maxHeaders(), limits.headTimeout(), limits.idleTimeout()),
                config.proxy().exceptions(),
                servers,
                fetches);
    }

    private static HostServers host(Config config, Path folder, Parts parts) throws StartException {
        try {
            return HostServers.open(
                    config.servers(), folder, config.state(), System.getenv(), parts.traffic(), InstantSource.system());
        } catch (HostException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void takeOver(ServerRuns servers, PolicyControl control) throws StartException {
        try {
            servers.takeOver(control);
        } catch (HostException e) {
            throw new StartException("API servers of an earlier gateway: " + e.getMessage(), e);
        }
    }

    public Control control() {
        return serving;
    }

    /** When an API server of {@code sandbox}, and with it its run, fails; never where it has none. */
    public CompletionStage<ServerFailure> serversFailed(SandboxId sandbox) {
        return servers.failed(sandbox);
    }

    /** The sandboxes that are known. */
    Sandboxes sandboxes() {
        return parts.registry();
    }

    /** What answers the decision API. */
    GuardDesk desk() {
        return new GuardDesk(parts.guard(), parts.traffic()::nextId, InstantSource.system(), System::nanoTime);
    }

    SkillControl skills() {
        return control.skills();
    }

    LeaseControl leases() {
        return control.leases();
    }

    Metrics metrics() {
        return new GatewayMetrics(
                parts.traffic(),
                parts.registry(),
                new SkillMetricsText(parts.guard().metrics(), parts.skills(), parts.registry()),
                host.metrics());
    }

    /** Where sandboxes fetch skills, as they are told. */
    public String fetchUrl() {
        return fetch.url();
    }

    /** Whether the documents of {@code sandbox} let it fetch at run time. */
    public boolean mayFetch(SandboxId sandbox) {
        return fetch.isEnabled(sandbox);
    }

    /** As clients name it: the first listener. */
    public String proxyUrl() {
        return Service.url(proxy.addresses().getFirst());
    }

    /** The ports that are one sandbox's alone, as its clients name them. */
    Map<SandboxId, String> ownUrls() {
        var urls = new HashMap<SandboxId, String>();
        for (int i = 0; i < listen.size(); i++) {
            SandboxId owner = listen.get(i).owner();
            if (owner != null) {
                urls.put(owner, Service.url(proxy.addresses().get(i)));
            }
        }
        return urls;
    }

    /** From now on {@code listener} is one of the gateway's own, which no sandbox may reach. */
    void own(InetSocketAddress listener) {
        parts.own().add(listener);
    }

    /** Reads the operator's guardrails again, where there is one; what does not load changes nothing. */
    void reloadGuardrails() {
        GuardrailsSource guardrails = parts.guardrails();
        if (guardrails == null) {
            LOG.info("no guardrails are configured: nothing to read again");
            return;
        }
        try {
            control.reload(guardrails.read())
                    .whenComplete((answer, failure) ->
                            LOG.info("guardrails read again: {}", failure == null ? answer : failure));
        } catch (StartException e) {
            LOG.error("the guardrails stay as they were", e);
        }
    }

    /** Reads the operator's registry of skills again, where there is one. */
    void reloadSkills() {
        parts.skills().reload();
    }

    /** Takes nothing new, lets what runs finish for a while, then ends. */
    @Override
    public void close() {
        proxy.close(DRAIN).toCompletableFuture().join();
        fetch.close();
        servers.close();
        ledger.close();
        if (watch != null) {
            watch.close();
        }
        parts.close();
    }
}
