package io.sallyport.proxy.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.egress.DialListener;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.RequestSource;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import io.sallyport.proxy.relay.traffic.SandboxTraffic;
import io.sallyport.proxy.relay.traffic.TrafficReview;
import io.sallyport.proxy.relay.upstream.IdleConnections;
import io.sallyport.proxy.relay.upstream.UpstreamDialer;
import io.sallyport.proxy.relay.upstream.UpstreamPool;
import io.sallyport.transport.SplicePipes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop's part of the proxy: its connections, its pools, and one sweep a second that does the work of all
 * their timers. Confined to that loop, but for the constructor.
 */
public final class Worker implements UpstreamDialer {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private final WorkerContext gate;
    private final EventLoop loop;
    private final int maxOpen;
    private final byte[] scratch;
    private final SplicePipes pipes;
    private final ConnectionList connections;
    private final IdleConnections idle;
    private final Map<SandboxId, SandboxTraffic> traffic = new HashMap<>();
    private @Nullable Future<?> sweeping;
    private @Nullable Runnable whenEmpty;
    private long quietNanos;
    private int toldIdle;

    /** @param workers among how many the bounds on all connections are shared out */
    public Worker(WorkerContext gate, EventLoop loop, int workers) {
        ProxyLimits limits = gate.limits();
        this.gate = gate;
        this.loop = loop;
        this.maxOpen = share(limits.connections().maxOpen(), workers);
        this.scratch =
                new byte[Math.max(limits.request().maxBytes(), limits.response().maxBytes()) + 1];
        this.pipes = new SplicePipes(Math.ceilDiv(limits.connections().maxPipes(), workers));
        this.idle = new IdleConnections(
                share(limits.upstream().maxIdleConnections(), workers),
                share(limits.upstream().maxIdlePerSandbox(), workers));
        this.connections = new ConnectionList(share(limits.connections().maxUnidentified(), workers));
    }

    private static int share(int bound, int workers) {
        return Math.max(1, bound / workers);
    }

    /** Begins to sweep. */
    public void start() {
        sweeping = loop.scheduleAtFixedRate(this::sweep, 1, 1, TimeUnit.SECONDS);
    }

    /** Takes a new connection of a sandbox. */
    public void accept(Channel channel, Peer peer) {
        if (isFull()) {
            Channels.close(channel);
            return;
        }
        accept(new ClientConnection(this, channel, new RequestSource.OnListener(peer)))
                .state()
                .begun();
    }

    /** Takes a new stream of a client that speaks HTTP/2; null where it is refused. */
    @Nullable
    ClientConnection acceptStream(ClientConnection client, Channel channel) {
        return isFull() ? null : accept(client.onStream(channel));
    }

    private boolean isFull() {
        return isDraining() || connections.size() >= maxOpen;
    }

    private ClientConnection accept(ClientConnection client) {
        connections.add(client);
        client.channel().pipeline().addLast(client);
        client.channel().closeFuture().addListener(_ -> closed(client));
        return client;
    }

    private void closed(ClientConnection client) {
        connections.remove(client);
        client.seat().leave();
        tellIfEmpty();
    }

    void seatChanged(ClientConnection client) {
        if (client.seat().holder() != null) {
            connections.identified(client);
            connections.identified(client.carrier());
        }
    }

    WorkerContext gate() {
        return gate;
    }

    ProxyLimits limits() {
        return gate.limits();
    }

    /** By which name this gateway stands in what is sent on. */
    ViaName via() {
        return gate.path().via();
    }

    byte[] scratch() {
        return scratch;
    }

    /** For tunnels in bulk. */
    SplicePipes pipes() {
        return pipes;
    }

    /** Dials for requests: kept connections serve many, so what came before this gateway is not told of them. */
    @Override
    public Dialer.Dial dial(
            AllowedRequest passage, @Nullable ClientIdentity identity, ChannelHandler initial, DialListener listener) {
        return dial(passage, via().after(HeaderFields.NONE, "1.1"), identity, initial, listener);
    }

    /**
     * Dials for a tunnel, in which nothing is the gateway's: whoever speaks TLS in it has its own certificate, or none.
     *
     * @param via what an upstream proxy is told of those who were before
     */
    Dialer.Dial dial(AllowedRequest passage, String via, ChannelHandler initial, DialListener listener) {
        return dial(passage, via, null, initial, listener);
    }

    private Dialer.Dial dial(
            AllowedRequest passage,
            String via,
            @Nullable ClientIdentity identity,
            ChannelHandler initial,
            DialListener listener) {
        CanonicalRequest request = passage.request();
        var target = new Target(
                passage.sandbox().id(),
                request.host(),
                request.port(),
                request.kind() == RequestKind.CONNECT ? TargetProtocol.PLAIN : spokenFor(request.scheme()),
                passage.obligations().addresses(),
                via,
                identity);
        return gate.dialer().dial(target, loop, initial, listener);
    }

    /** A WebSocket begins in HTTP/1.1, whatever else the target speaks. */
    private TargetProtocol spokenFor(Scheme scheme) {
        return switch (scheme) {
            case HTTPS -> limits().http2().offersHttp2() ? TargetProtocol.TLS_WITH_HTTP2 : TargetProtocol.TLS;
            case WSS -> TargetProtocol.TLS;
            case HTTP, WS, API, S3, TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES -> TargetProtocol.PLAIN;
        };
    }

    AuditEvent record(
            AuditDraft draft, ReasonCode reason, int status, long bytesIn, long bytesOut, @Nullable String detail) {
        return draft.record(reason, status, bytesIn, bytesOut, gate.nanoClock().getAsLong(), detail);
    }

    /** The end of what was let through, which the sandbox is told of where it is a refusal. */
    AuditEvent end(AuditDraft draft, ReasonCode reason, long bytesIn, long bytesOut, @Nullable String detail) {
        gate.path().ended(draft, reason, detail);
        return draft.end(reason, bytesIn, bytesOut, gate.nanoClock().getAsLong(), detail);
    }

    /** Hands over a record on which an answer waits. */
    void append(AuditEvent record, AuditLog.Written written) {
        gate.audit().append(record, loop, written);
    }

    void append(AuditEvent record) {
        gate.audit().append(record);
    }

    void began(OpenTraffic one) {
        traffic(one.passage().sandbox().id()).began(one);
    }

    void ended(OpenTraffic one) {
        SandboxTraffic own = traffic.get(one.passage().sandbox().id());
        if (own != null) {
            own.ended(one);
        }
    }

    UpstreamPool pool(SandboxId sandbox) {
        return traffic(sandbox).pool();
    }

    private SandboxTraffic traffic(SandboxId sandbox) {
        return traffic.computeIfAbsent(sandbox, _ -> newTraffic());
    }

    private SandboxTraffic newTraffic() {
        UpstreamPool pool = new UpstreamPool(limits(), scratch, gate.nanoClock(), idle);
        return new SandboxTraffic(pool, new TrafficReview(gate.path().ongoing(), gate.judging(), loop));
    }

    /** Judges the sandbox's tunnels anew. */
    public void policyChanged(SandboxId sandbox) {
        SandboxTraffic own = traffic.get(sandbox);
        if (own != null) {
            own.policyChanged();
        }
    }

    /** Ends everything of a sandbox that is no more. */
    public void removed(SandboxId sandbox) {
        SandboxTraffic own = traffic.remove(sandbox);
        if (own != null) {
            own.cutAll(ReasonCode.LEASE_REVOKED);
        }
        for (ClientConnection client : connections.now()) {
            if (sandbox.equals(client.seat().holder())) {
                client.cut(ReasonCode.LEASE_REVOKED);
            }
        }
    }

    /** Ends what has lasted too long. Called each second on the loop. */
    public void sweep() {
        long now = gate.nanoClock().getAsLong();
        for (ClientConnection client : connections.now()) {
            guarded(client.outflow()::settle, client);
            guarded(client::review, client);
            guarded(() -> client.sweep(now), client);
        }
        for (SandboxTraffic one : new ArrayList<>(traffic.values())) {
            guarded(() -> one.sweep(now), null);
        }
        traffic.values().removeIf(SandboxTraffic::isEmpty);
        gate.meter().idleChanged(idle.size() - toldIdle);
        toldIdle = idle.size();
        if (isDraining()) {
            closeIdle(now);
        }
    }

    /** A fault of ours in one place must not stop the sweep of the others. */
    private static void guarded(Runnable part, @Nullable ClientConnection client) {
        try {
            part.run();
        } catch (RuntimeException fault) {
            LOG.error("the sweep failed for one connection", fault);
            if (client != null) {
                Channels.close(client.channel());
            }
        }
    }

    @Override
    public boolean isDraining() {
        return whenEmpty != null;
    }

    /**
     * Takes nothing new, closes what is idle, and runs {@code done} once nothing is left.
     *
     * @param quiet how long tunnels, and connections whose first request is on its way, may be silent before they are
     *     closed
     */
    public void drain(Duration quiet, Runnable done) {
        whenEmpty = done;
        quietNanos = quiet.toNanos();
        closeIdle(gate.nanoClock().getAsLong());
        tellIfEmpty();
    }

    private void closeIdle(long nowNanos) {
        for (ClientConnection client : connections.now()) {
            if (client.state().isIdle() && client.requests().hasAsked()) {
                client.linger();
            } else if (client.state().isQuiet(quietNanos, nowNanos)) {
                client.cut(ReasonCode.SHUTTING_DOWN);
            }
        }
    }

    /** Ends whatever is left, stops sweeping, and runs {@code done} once nothing is left. */
    public void stop(Runnable done) {
        whenEmpty = done;
        for (ClientConnection client : connections.now()) {
            client.cut(ReasonCode.SHUTTING_DOWN);
        }
        new ArrayList<>(traffic.values()).forEach(one -> one.cutAll(ReasonCode.SHUTTING_DOWN));
        traffic.clear();
        Future<?> timer = sweeping;
        if (timer != null) {
            timer.cancel(false);
        }
        tellIfEmpty();
    }

    private void tellIfEmpty() {
        Runnable waiting = whenEmpty;
        if (waiting != null && connections.size() == 0) {
            waiting.run();
        }
    }
}
