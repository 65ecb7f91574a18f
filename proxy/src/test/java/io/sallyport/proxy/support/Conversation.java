package io.sallyport.proxy.support;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ask.AskLimits;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.enforce.OwnEndpoints;
import io.sallyport.proxy.enforce.RequestPath;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.enforce.own.RecentRefusals;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.Identities;
import io.sallyport.proxy.identity.OwnPort;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.identity.ProxyCredentials;
import io.sallyport.proxy.identity.WrongTokens;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.relay.Worker;
import io.sallyport.proxy.relay.WorkerContext;
import io.sallyport.proxy.telemetry.ProxyMeter;
import io.sallyport.proxy.telemetry.RequestTracing;
import io.sallyport.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executor;

/** A proxy without sockets: what a client sends, what the proxy sends, and what it dials, byte for byte. */
public final class Conversation implements AutoCloseable {
    /** Where large bodies are judged: at once, unless a test sets another. */
    public Executor judging = Runnable::run;

    public final ManualClock clock = new ManualClock(Instant.parse("2030-01-01T00:00:00Z"));
    public final TestSandboxes sandboxes = new TestSandboxes(clock);
    public final RecordingAudit audit = new RecordingAudit();
    public final HandDialer dialer = new HandDialer();
    public final RecentRefusals denials = new RecentRefusals();
    public final HeldRequests asks = new HeldRequests(AskLimits.DEFAULT, clock);
    public final RequestPath path;
    public final Worker worker;
    public final EmbeddedChannel client;

    public Conversation() {
        this(ProxyLimits.DEFAULT);
    }

    public Conversation(ProxyLimits limits) {
        this(limits, false);
    }

    /** @param intercepts whether tunnels may be intercepted; no TLS is used in them here */
    public Conversation(ProxyLimits limits, boolean intercepts) {
        this(limits, intercepts, ApiServers.NONE, OwnEndpoints.NONE, Peer.ANYBODY);
    }

    public Conversation(ApiServers servers) {
        this(ProxyLimits.DEFAULT, false, servers, OwnEndpoints.NONE, Peer.ANYBODY);
    }

    public Conversation(ProxyLimits limits, ApiServers servers) {
        this(limits, false, servers, OwnEndpoints.NONE, Peer.ANYBODY);
    }

    /** With one endpoint under all of the gateway's own names. */
    public Conversation(OwnEndpoint endpoint) {
        this(
                ProxyLimits.DEFAULT,
                false,
                ApiServers.NONE,
                new OwnEndpoints(endpoint, endpoint, OwnEndpoint.NONE, 1 << 20, false),
                Peer.ANYBODY);
    }

    /** Talks with an intercepting proxy as {@code peer}. */
    public Conversation(Peer peer) {
        this(ApiServers.NONE, peer);
    }

    /** Talks with an intercepting proxy as {@code peer}. */
    public Conversation(ApiServers servers, Peer peer) {
        this(ProxyLimits.DEFAULT, true, servers, OwnEndpoints.NONE, peer);
    }

    /** Talks with an intercepting proxy that looks for secrets. */
    public Conversation(FindingPolicy findings) {
        this(ProxyLimits.DEFAULT, true, ApiServers.NONE, OwnEndpoints.NONE, findings, Peer.ANYBODY);
    }

    private Conversation(
            ProxyLimits limits, boolean intercepts, ApiServers servers, OwnEndpoints endpoints, Peer peer) {
        this(limits, intercepts, servers, endpoints, FindingPolicy.off(), peer);
    }

    private Conversation(
            ProxyLimits limits,
            boolean intercepts,
            ApiServers servers,
            OwnEndpoints endpoints,
            FindingPolicy findings,
            Peer peer) {
        var identities = new Identities(List.of(
                new OwnPort(sandboxes), new ProxyCredentials(sandboxes, new WrongTokens(GuessLimits.DEFAULT, clock))));
        TunnelProtocols spoken = intercepts ? TunnelProtocols.HTTP_1_AND_2 : TunnelProtocols.NONE;
        path = new RequestPath(
                identities,
                audit,
                denials,
                _ -> null,
                clock,
                clock,
                spoken,
                HostExceptions.NONE,
                servers,
                servers::keys,
                endpoints,
                findings,
                new ViaName("sallyport"),
                asks,
                RequestTracing.OFF);
        var desk = new GuardDesk(TestSandboxes.GUARD, audit::nextId, clock, clock);
        client = new EmbeddedChannel();
        worker = new Worker(
                new WorkerContext(
                        path,
                        dialer,
                        null,
                        audit,
                        limits,
                        clock,
                        clock,
                        desk,
                        servers,
                        servers::keys,
                        task -> judging.execute(task),
                        ProxyMeter.unread()),
                client.eventLoop(),
                1);
        worker.accept(client, peer);
    }

    /** Returns the header line with the credentials of that sandbox. */
    public static String as(String id) {
        byte[] pair = (id + ":" + TestSandboxes.tokenOf(id)).getBytes(StandardCharsets.UTF_8);
        return "Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(pair) + "\r\n";
    }

    public void clientSays(String bytes) {
        say(client, bytes);
    }

    /** Returns what the client has received since the last call. */
    public String clientHears() {
        return hear(client);
    }

    public void clientEnds() {
        client.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        settle();
    }

    public void say(EmbeddedChannel channel, String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
        settle();
    }

    public String hear(EmbeddedChannel channel) {
        settle();
        StringBuilder heard = new StringBuilder();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            heard.append(out.toString(StandardCharsets.ISO_8859_1));
            out.release();
        }
        return heard.toString();
    }

    /** Closes the connection from that side. */
    public void hangUp(EmbeddedChannel channel) {
        channel.close().syncUninterruptibly();
        settle();
    }

    /** Completes the last dial. */
    public EmbeddedChannel connect() {
        EmbeddedChannel upstream = dialer.last().connect();
        settle();
        return upstream;
    }

    /** Advances the time, with a sweep each second. */
    public void pass(Duration time) {
        for (long second = 0; second <= time.toSeconds(); second++) {
            worker.sweep();
            settle();
            clock.advance(Duration.ofSeconds(1));
        }
    }

    public void settle() {
        client.runPendingTasks();
    }

    public List<AuditEvent> records() {
        return audit.records();
    }

    @Override
    public void close() {
        client.finishAndReleaseAll();
        dialer.finish();
        client.finishAndReleaseAll();
    }
}
