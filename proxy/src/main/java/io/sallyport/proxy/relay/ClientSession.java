package io.sallyport.proxy.relay;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.TargetForm;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.http2.ServerSession;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client connection that speaks HTTP/2: each of its streams is a {@link ClientConnection} of its own, with a place
 * among those of its sandbox. Confined to its event loop.
 */
final class ClientSession extends ClientState {
    private final ClientConnection client;
    private final Set<ClientConnection> streams = new LinkedHashSet<>();
    private final SweepTimer idle = new SweepTimer();
    private @Nullable ServerSession frames;
    private boolean asked;
    private boolean leaving;

    ClientSession(ClientConnection client) {
        this.client = client;
    }

    void start() {
        client.become(this);
        Worker worker = client.worker();
        ServerSession begun = ServerSession.begin(
                client.channel(),
                client.handlerName(),
                client.isTunnelled() ? TargetForm.ORIGIN : TargetForm.ABSOLUTE,
                worker.limits(),
                worker.scratch(),
                worker.gate().nanoClock(),
                this::accept);
        frames = begun;
        client.channel().closeFuture().addListener(_ -> begun.unread().end());
    }

    private void accept(Channel channel) {
        ClientConnection stream = leaving ? null : client.worker().acceptStream(client, channel);
        if (stream == null) {
            ServerSession.refuse(channel);
            return;
        }
        asked = true;
        streams.add(stream);
        channel.closeFuture().addListener(_ -> {
            streams.remove(stream);
            idle.restart();
            leaveIfDue();
        });
    }

    /** Once it is left no stream is begun, and it ends with the last one. */
    private void leaveIfDue() {
        ServerSession left = frames;
        if (left != null
                && !leaving
                && (client.worker().isDraining() || client.requests().hasFailedTooOften())) {
            leaving = true;
            left.leave();
        }
        if (leaving && streams.isEmpty()) {
            client.linger();
        }
    }

    @Override
    void inputEnded() {
        Channels.close(client.channel());
    }

    @Override
    void gone() {}

    @Override
    void sweep(long nowNanos) {
        ServerSession read = frames;
        SandboxBuffers payer = client.payer();
        if (read != null && payer != null) {
            read.unread().settle(payer);
        }
        leaveIfDue();
        if (streams.isEmpty() && idle.hasPassed(idleNanos(client.worker().limits()), nowNanos)) {
            client.linger();
        }
    }

    private long idleNanos(ProxyLimits limits) {
        return asked && client.payer() != null
                ? limits.connections().idleTimeout().toNanos()
                : limits.request().timeout().toNanos();
    }

    /** Ends after a fault of the whole connection, which the codec tells the client. */
    ReasonCode broken(Http2Exception cause) {
        ReasonCode reason =
                cause.error() == Http2Error.ENHANCE_YOUR_CALM ? ReasonCode.RATE_LIMITED : ReasonCode.MALFORMED_REQUEST;
        cutStreams(reason);
        return reason;
    }

    private void cutStreams(ReasonCode reason) {
        new ArrayList<>(streams).forEach(stream -> stream.cut(reason));
    }

    @Override
    void cut(ReasonCode reason) {
        cutStreams(reason);
        Channels.close(client.channel());
    }

    @Override
    boolean isIdle() {
        return streams.isEmpty();
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return streams.isEmpty() && idle.hasPassed(quietNanos, nowNanos);
    }
}
