package io.sallyport.proxy;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.Sandboxes;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.egress.Dialer;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.dns.NameService;
import io.sallyport.proxy.dns.SandboxAddresses;
import io.sallyport.proxy.enforce.OwnHosts;
import io.sallyport.proxy.enforce.RequestPath;
import io.sallyport.proxy.enforce.own.RecentRefusals;
import io.sallyport.proxy.identity.Identities;
import io.sallyport.proxy.identity.OwnAddress;
import io.sallyport.proxy.identity.OwnCertificate;
import io.sallyport.proxy.identity.OwnPort;
import io.sallyport.proxy.identity.ProxyCredentials;
import io.sallyport.proxy.identity.WrongTokens;
import io.sallyport.proxy.intercept.SandboxCas;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.relay.Worker;
import io.sallyport.proxy.relay.WorkerContext;
import io.sallyport.transport.ComputingThreads;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The proxy on its listeners. Safe for concurrent use. The event loops are the caller's and outlive it.
 */
public final class ProxyServer {
    private static final int MAX_BODIES_TO_JUDGE = 1024; // a connection has one at a time

    private final Map<EventExecutor, Worker> workers;
    private final RecentRefusals denials;
    private final ComputingThreads judging;
    private final SandboxAddresses addresses;
    private final ProxyListeners listeners;

    private ProxyServer(
            Map<EventExecutor, Worker> workers,
            RecentRefusals denials,
            ComputingThreads judging,
            SandboxAddresses addresses,
            ProxyListeners listeners) {
        this.workers = workers;
        this.denials = denials;
        this.judging = judging;
        this.addresses = addresses;
        this.listeners = listeners;
    }

    /**
     * Listens, and returns once every address is bound.
     *
     * @param tls the server side of TLS in inspected tunnels, null where the gateway is not to intercept
     * @param cas whose certificates sandboxes read at {@code /ca.pem}
     * @param guard what the decision API is answered by at {@code /v1/check}
     * @param clock wall time, for records and for leases that end
     * @param nanoClock elapsed time
     * @param loops take part each with a worker of its own; epoll where they are epoll loops
     * @param sockets where it listens
     * @throws IOException where an address cannot be bound; nothing is bound then
     */
    public static ProxyServer start(
            ProxySettings settings,
            Sandboxes sandboxes,
            Dialer dialer,
            @Nullable ServerTls tls,
            AuditLog audit,
            SandboxCas cas,
            Guard guard,
            InstantSource clock,
            LongSupplier nanoClock,
            EventLoopGroup loops,
            ListeningSockets sockets)
            throws IOException {
        RecentRefusals denials = new RecentRefusals();
        var identities = new Identities(List.of(
                new OwnPort(sandboxes),
                new OwnCertificate(sandboxes),
                new OwnAddress(settings.sources(), sandboxes),
                new ProxyCredentials(
                        sandboxes, new WrongTokens(settings.limits().guesses(), nanoClock))));
        SandboxKeys keys = settings.credentials().and(settings.servers()::keys);
        var path = new RequestPath(
                identities,
                audit,
                denials,
                cas,
                clock,
                nanoClock,
                tls == null ? TunnelProtocols.NONE : tls.protocols(),
                settings.exceptions(),
                settings.servers(),
                keys,
                settings.endpoints(),
                settings.findings(),
                settings.via(),
                settings.asks(),
                settings.observation().tracing());
        var desk = new GuardDesk(guard, audit::nextId, clock, nanoClock).searching(settings.findings());
        var judging = new ComputingThreads("judging", MAX_BODIES_TO_JUDGE);
        WorkerContext gate = new WorkerContext(
                path,
                dialer,
                tls,
                audit,
                settings.limits(),
                clock,
                nanoClock,
                desk,
                settings.servers(),
                keys,
                judging,
                settings.observation().meter());
        Map<EventExecutor, Worker> workers = workers(gate, loops);
        var addresses = new SandboxAddresses(settings.dns(), nanoClock);
        var names = new NameService(
                sandboxes,
                new OwnHosts(settings.servers()),
                addresses,
                settings.dns(),
                settings.findings(),
                audit,
                clock);
        var listeners = ProxyListeners.on(
                loops, sockets, settings.sources(), names, addresses, channel -> workerOf(workers, channel));
        ProxyServer server = new ProxyServer(workers, denials, judging, addresses, listeners);
        server.start(settings.listen());
        return server;
    }

    private void start(List<ListenAddress> all) throws IOException {
        try {
            listeners.open(all);
        } catch (IOException e) {
            onEach(worker -> () -> worker.stop(() -> {}));
            throw e;
        }
    }

    /**
     * Listens at all of {@code more} as well, or at none. Received sockets are closed when their sandbox has ended.
     *
     * @throws IOException if one of them cannot be bound, or read from
     */
    public AddedListeners listen(List<ListenAddress> more) throws IOException {
        return new AddedListeners(listeners, listeners.open(more));
    }

    private static Map<EventExecutor, Worker> workers(WorkerContext gate, EventLoopGroup loops) {
        List<EventExecutor> all = new ArrayList<>();
        loops.forEach(all::add);
        Map<EventExecutor, Worker> workers = new HashMap<>();
        for (EventExecutor loop : all) {
            Worker worker = new Worker(gate, (EventLoop) loop, all.size());
            worker.start();
            workers.put(loop, worker);
        }
        return workers;
    }

    private static Worker workerOf(Map<EventExecutor, Worker> workers, Channel channel) {
        Worker worker = workers.get(channel.eventLoop());
        if (worker == null) {
            throw new IllegalStateException("a connection on an event loop without worker");
        }
        return worker;
    }

    /** What is open now, in the order of the settings, but for Unix sockets. */
    public List<BoundListener> listening() {
        return listeners.bound();
    }

    /** Where {@link #listening} is. */
    public List<InetSocketAddress> addresses() {
        return listening().stream().map(BoundListener::address).toList();
    }

    /** A new policy of {@code sandbox} is in force: its tunnels are judged again, each on its loop. */
    public void policyChanged(SandboxId sandbox) {
        onEach(worker -> () -> worker.policyChanged(sandbox));
    }

    /** {@code sandbox} is no more: everything of it is closed. */
    public void removed(SandboxId sandbox) {
        denials.forget(sandbox);
        addresses.forget(sandbox);
        listeners.ended(sandbox);
        onEach(worker -> () -> worker.removed(sandbox));
    }

    private void onEach(Function<Worker, Runnable> task) {
        workers.forEach((loop, worker) -> loop.execute(task.apply(worker)));
    }

    /** Takes nothing new, and cuts what has not finished when {@code grace} has passed. Ends once nothing is left. */
    public CompletionStage<Void> close(Duration grace) {
        return close(grace, grace, new CompletableFuture<>());
    }

    /**
     * Takes nothing new, lets what runs finish for at most {@code grace}, then cuts it. Ends once nothing is left.
     *
     * @param quiet how long a tunnel may be silent before it is closed all the same
     * @param hurry ends the grace when it completes
     */
    public CompletionStage<Void> close(Duration grace, Duration quiet, CompletionStage<Void> hurry) {
        listeners.close();
        return onAll((worker, done) -> worker.drain(quiet, done))
                .completeOnTimeout(null, grace.toMillis(), TimeUnit.MILLISECONDS)
                .acceptEither(hurry, _ -> {})
                .thenCompose(_ -> onAll(Worker::stop))
                .thenRun(judging::close);
    }

    /** Runs {@code task} on each loop; ends when each worker says that it is done. */
    private CompletableFuture<Void> onAll(BiConsumer<Worker, Runnable> task) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        onEach(worker -> {
            CompletableFuture<Void> done = new CompletableFuture<>();
            all.add(done);
            return () -> task.accept(worker, () -> done.complete(null));
        });
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    }
}
