package io.sallyport.gateway.serve;

import io.sallyport.admin.Control;
import io.sallyport.admin.LeaseControl;
import io.sallyport.admin.Metrics;
import io.sallyport.admin.SkillControl;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.gateway.apiservers.HostServers;
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
import io.sallyport.proxy.listener.ProxyLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final ProxyServer proxy;
    private final LedgerTimer ledger;
    private final @Nullable SkillWatch watch;
    private final @Nullable FetchEndpoint fetch;
    private final List<Listen> listen;

    private Gateway(
            Parts parts,
            PolicyControl control,
            ServingControl serving,
            ProxyServer proxy,
            @Nullable FetchEndpoint fetch,
            LedgerTimer ledger,
            @Nullable SkillWatch watch,
            List<Listen> listen) {
        this.fetch = fetch;
        this.ledger = ledger;
        this.watch = watch;
        this.parts = parts;
        this.control = control;
        this.serving = serving;
        this.proxy = proxy;
        this.listen = List.copyOf(listen);
    }

    /**
     * Starts all of it, or nothing; what the store holds is in force before the first connection is taken.
     *
     * @param listen in place of what the configuration says of the proxy's listeners
     */
    public static Gateway start(Config config, List<Listen> listen, Store store, CaStore caStore, AuditLog audit)
            throws StartException {
        Parts parts = Parts.of(config, caStore, audit);
        try {
            return start(config, listen, store, parts);
        } catch (StateException e) {
            parts.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            parts.close();
            throw new StartException("proxy.listen: " + e.getMessage(), e);
        } catch (StartException | RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    private static Gateway start(Config config, List<Listen> listen, Store store, Parts parts)
            throws IOException, StartException, StateException {
        FetchSettings fetching = config.fetch();
        SandboxFetches fetches = fetching == null ? null : new SandboxFetches(fetching, config.harness());
        var changes = new ProxyChanges(parts.traffic(), parts.tls(), fetches);
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
                parts.guard());
        FetchEndpoint fetch = fetching == null || fetches == null ? null : fetch(fetching, fetches, parts);
        ProxyServer proxy;
        try {
            proxy = proxy(config, listen, parts);
        } catch (IOException | RuntimeException e) {
            if (fetch != null) {
                fetch.close();
            }
            throw e;
        }
        proxy.addresses().forEach(parts.own()::add);
        changes.tell(proxy);
        Duration watch = config.skills().watch();
        return new Gateway(
                parts,
                control,
                serving(config, control, parts),
                proxy,
                fetch,
                LedgerTimer.start(accounts),
                watch == null || !parts.skills().isConfigured() ? null : SkillWatch.start(parts.skills(), watch),
                listen);
    }

    private static FetchEndpoint fetch(FetchSettings settings, SandboxFetches fetches, Parts parts)
            throws StartException {
        try {
            FetchEndpoint fetch =
                    FetchEndpoint.start(settings, fetches, parts.dialer(), parts.loops(), parts.traffic());
            parts.own().add(fetch.address());
            return fetch;
        } catch (IOException e) {
            throw new StartException("fetch: " + e.getMessage(), e);
        }
    }

    private static ProxyServer proxy(Config config, List<Listen> listen, Parts parts) throws IOException {
        return ProxyServer.start(
                settings(config, listen, parts.servers()),
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

    private static ProxySettings settings(Config config, List<Listen> listen, ApiServers servers) {
        Config.Limits limits = config.limits();
        return new ProxySettings(
                listen,
                ProxyLimits.DEFAULT.with(
                        limits.maxHeadBytes(), limits.maxHeaders(), limits.headTimeout(), limits.idleTimeout()),
                config.intercept().withoutServerName(),
                config.intercept().withEncryptedHello(),
                servers);
    }

    private static ServingControl serving(Config config, PolicyControl control, Parts parts) {
        var host = new HostServers(
                config.servers(),
                config.state().resolve("api-servers"),
                System.getenv(),
                parts.traffic(),
                InstantSource.system());
        return new ServingControl(control, config.harness(), host, parts.servers());
    }

    public Control control() {
        return serving;
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
                new SkillMetricsText(parts.guard().metrics(), parts.skills(), parts.registry()));
    }

    /** Where sandboxes fetch skills, or null where they do not. */
    @Nullable
    String fetchUrl() {
        return fetch == null ? null : fetch.url();
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
        if (fetch != null) {
            fetch.close();
        }
        serving.close();
        ledger.close();
        if (watch != null) {
            watch.close();
        }
        parts.close();
    }
}
