package io.sallyport.gateway.serve;

import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.sandbox.HostServers;
import io.sallyport.apiservers.sandbox.ServerRuns;
import io.sallyport.audit.AuditCounters;
import io.sallyport.audit.AuditLog;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.OperationSettings.Drain;
import io.sallyport.control.PolicyControl;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.store.CaStore;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.gateway.fetch.FetchEndpoint;
import io.sallyport.gateway.metrics.AuditMeters;
import io.sallyport.gateway.metrics.BufferMeters;
import io.sallyport.gateway.metrics.GatewayMetrics;
import io.sallyport.gateway.metrics.SandboxMeters;
import io.sallyport.gateway.metrics.SkillMeters;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.Listen;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proxy, policy and egress of one gateway, on event loops of its own. Safe for concurrent use; whoever started it closes
 * it. Store and audit log are the caller's and outlive it.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    private final GatewayParts parts;
    private final PolicyControl control;
    private final ServerRuns servers;
    private final HostServers host;
    private final ProxyServer proxy;
    private final LedgerTimer ledger;
    private final @Nullable SkillWatch watch;
    private final FetchEndpoint fetch;
    private final List<Listen> listen;
    private final Drain drain;

    /** @param watch over the registry of skills, or null */
    Gateway(
            GatewayParts parts,
            PolicyControl control,
            ServerRuns servers,
            HostServers host,
            ProxyServer proxy,
            FetchEndpoint fetch,
            LedgerTimer ledger,
            @Nullable SkillWatch watch,
            List<Listen> listen,
            Drain drain) {
        this.drain = drain;
        this.fetch = fetch;
        this.ledger = ledger;
        this.watch = watch;
        this.parts = parts;
        this.control = control;
        this.servers = servers;
        this.host = host;
        this.proxy = proxy;
        this.listen = List.copyOf(listen);
    }

    /**
     * Starts all of it, or nothing; what the store holds is in force before the first connection is taken.
     *
     * @param listen in place of what the configuration says of the proxy's listeners
     * @param sockets where it listens
     * @param servers the folder in which runs of API servers have theirs; a store has one that is always the same
     */
    public static Gateway start(
            Config config,
            List<Listen> listen,
            ListeningSockets sockets,
            Store store,
            CaStore caStore,
            Path servers,
            AuditLog audit)
            throws StartException {
        var opened = new OpenedResources();
        try {
            GatewayParts parts = opened.add(GatewayParts.of(config, caStore, audit));
            return new Assembly(config, parts, sockets, opened).start(listen, store, servers);
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

    public Control control() {
        return control;
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

    /** What is in force and could not be written, in a few words; null where all is. */
    @Nullable
    String unwritten() {
        return control.isWritten() ? null : "the state cannot be written: what is in force or was spent waits for it";
    }

    /**
     * What is counted and measured; to be asked for once, and closed.
     *
     * @param audit how the log fares that the gateway writes to
     */
    GatewayMetrics metrics(Supplier<AuditCounters> audit) {
        return GatewayMetrics.of(
                parts.meters(),
                List.of(
                        parts.traffic(),
                        new SandboxMeters(parts.registry()),
                        new SkillMeters(parts.guard().metrics(), parts.skills(), parts.registry()),
                        new BufferMeters(parts.buffers(), parts.registry()),
                        host.meters(),
                        new AuditMeters(audit)));
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

    /**
     * Takes nothing new and lets what runs finish for a while; then only the control of policies is left.
     *
     * @param hurry ends the while when it completes
     */
    void drain(CompletionStage<Void> hurry) {
        proxy.close(drain.timeout(), drain.quiet(), hurry).toCompletableFuture().join();
    }

    /** Takes nothing new, lets what runs finish for a while, then ends. */
    @Override
    public void close() {
        drain(new CompletableFuture<>());
        fetch.close();
        servers.close();
        ledger.close();
        if (watch != null) {
            watch.close();
        }
        parts.close();
    }
}
