package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.relay.channel.BulkRelay;
import io.sallyport.proxy.relay.channel.ByteMeter;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.MovementTimer;
import io.sallyport.proxy.relay.channel.OutboundBuffer;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import io.sallyport.transport.ReceiveBuffers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Bytes both ways between a sandbox and a target. The HTTP handler has left the pipeline; a half that ends is ended on
 * the other side, and the rest flows on. An idle tunnel holds no buffer and no timer. Confined to its event loop.
 */
final class Tunnel extends ClientState implements OpenTraffic {
    private final ClientConnection client;
    private final Worker worker;
    private final Channel upstream;
    private final TunnelEnd clientEnd = new TunnelEnd();
    private final TunnelEnd upstreamEnd;
    private final OpenTunnel open;
    private final ByteMeter meter;
    private final MovementTimer timer = new MovementTimer();
    private @Nullable FirstBytesCheck firstBytes;
    private boolean closing;

    Tunnel(ClientConnection client, OpenTunnel open, Channel upstream, TunnelEnd upstreamEnd) {
        this.client = client;
        this.worker = client.worker();
        this.upstream = upstream;
        this.upstreamEnd = upstreamEnd;
        this.open = open;
        this.meter = new ByteMeter(open.passage(), worker.gate().meter());
    }

    /** @param first what the client has said so far, which this takes over */
    void start(ByteBuf first) {
        client.become(this);
        worker.began(this);
        SandboxBuffers payer = passage().sandbox().admission().buffers();
        OutboundBuffer up = new OutboundBuffer(upstream);
        up.belongsTo(payer);
        BulkRelay upward = bounded(client.channel(), payer);
        BulkRelay downward = bounded(upstream, payer);
        clientEnd.join(this, up, client.outflow(), upward);
        upstreamEnd.join(this, client.outflow(), up, downward);
        if (!upstream.isActive()) {
            first.release();
            cut(ReasonCode.UPSTREAM_CLOSED);
            return;
        }
        upstream.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        ChannelPipeline pipeline = client.channel().pipeline();
        checkFirstBytes(pipeline);
        pipeline.addLast(clientEnd);
        pipeline.remove(client);
        Channels.read(client.channel(), first);
        upstream.config().setAutoRead(true);
    }

    private BulkRelay bounded(Channel from, SandboxBuffers payer) {
        BulkRelay relay = new BulkRelay(worker.pipes());
        ReceiveBuffers.bound(
                from, () -> Math.min(relay.readBytes(), payer.level().readBytes()));
        return relay;
    }

    /** Whether nobody looks at the bytes that pass, nor changes them: no TLS of a listener, no check, no frames. */
    boolean isPlain() {
        return isAlone(clientEnd, client.channel().pipeline()) && isAlone(upstreamEnd, upstream.pipeline());
    }

    private static boolean isAlone(TunnelEnd end, ChannelPipeline pipeline) {
        return pipeline.first() == end && pipeline.last() == end;
    }

    private void checkFirstBytes(ChannelPipeline pipeline) {
        if (passage().request().scheme().spoken() != null) {
            FirstBytesCheck check = new FirstBytesCheck(open, this);
            firstBytes = check;
            pipeline.addLast(check);
        }
    }

    void inputEnded(TunnelEnd end) {
        if (clientEnd.hasEnded() && upstreamEnd.hasEnded()) {
            closed();
        } else {
            Channels.endOutputAfterWrites(end == clientEnd ? upstream : client.channel());
        }
    }

    /**
     * One side is closed, or both have ended: what was read is delivered, then both are closed. On a stream, which says
     * whether it was whole, a break of one side is one of the other (RFC 9113 section 8.5). Later calls do nothing.
     */
    void closed() {
        if (closing) {
            return;
        }
        closing = true;
        record(ReasonCode.GRANTED, null);
        if (client.isStream() && upstreamEnd.isBroken()) {
            Channels.resetAfterWrites(client.channel());
        } else {
            Channels.closeAfterWrites(client.channel());
        }
        if (client.isStream() && !clientEnd.hasEnded() && !client.channel().isActive()) {
            Channels.resetAfterWrites(upstream);
        } else {
            Channels.closeAfterWrites(upstream);
        }
    }

    private void record(ReasonCode reason, @Nullable String detail) {
        worker.ended(this);
        meter.read(moved());
        open.end(reason, clientEnd.bytes(), upstreamEnd.bytes(), detail);
    }

    @Override
    public void cut(ReasonCode reason) {
        cut(reason, null);
    }

    void cut(ReasonCode reason, @Nullable String detail) {
        record(reason, detail);
        Channels.close(client.channel());
        Channels.close(upstream);
    }

    @Override
    void sweep(long nowNanos) {
        long moved = moved();
        meter.read(moved);
        open.carried(clientEnd.bytes(), upstreamEnd.bytes());
        timer.see(moved);
        FirstBytesCheck check = firstBytes;
        if (check != null && check.isMissed(worker.limits().request().timeout(), nowNanos)) {
            cut(ReasonCode.HEAD_TIMEOUT, "before its first bytes");
            return;
        }
        ConnectionLimits limits = worker.limits().connections();
        boolean isLeft = isLeft();
        Duration most = isLeft ? limits.halfClosedTimeout() : limits.idleTimeout();
        if (timer.hasPassed(most.toNanos(), nowNanos)) {
            cut(isLeft ? ReasonCode.CLIENT_CLOSED : ReasonCode.IDLE_TIMEOUT);
        }
    }

    /** Whether the client seems gone: of what is said in TLS nobody waits for an answer without hearing questions. */
    private boolean isLeft() {
        return clientEnd.hasEnded()
                && !open.passage().isByTcp()
                && !Channels.hasUnsent(upstream)
                && !Channels.hasUnsent(client.channel());
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return timer.hasStood(moved(), quietNanos, nowNanos);
    }

    @Override
    long moved() {
        return clientEnd.bytes() + upstreamEnd.bytes();
    }

    @Override
    public AllowedRequest passage() {
        return open.passage();
    }

    @Override
    public boolean isTunnel() {
        return true;
    }

    /** The HTTP handler is gone, and with it those who would ask. */
    @Override
    void inputEnded() {}

    @Override
    void gone() {}
}
