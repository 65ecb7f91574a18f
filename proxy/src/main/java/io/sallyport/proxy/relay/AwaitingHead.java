package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.socks.SocksMessage;

/** Between requests, or inside a head. Takes nothing while the client does not read its answers. */
final class AwaitingHead extends ClientState {
    private final ClientConnection client;
    private final SweepTimer timer = new SweepTimer();

    AwaitingHead(ClientConnection client) {
        this.client = client;
    }

    @Override
    boolean takes() {
        return client.channel().isWritable();
    }

    @Override
    void read(ByteBuf in) {
        if (!client.heads().isInside()) {
            timer.restart();
            var spoken = SocksMessage.Protocol.of(in.getByte(in.readerIndex()));
            if (client.isNew() && spoken.isSocks()) {
                WrongProtocol.refuse(client, spoken);
                return;
            }
        }
        client.requests().headRead(client.heads().read(in));
    }

    /** Before the first request only a listener's own handshake ends. */
    @Override
    void handshaken(SslHandshakeCompletionEvent event) {
        if (event.isSuccess()) {
            client.secured();
        } else {
            client.unreadable(ReasonCode.CLIENT_TLS_FAILED, event.cause().getMessage());
        }
    }

    @Override
    void writable() {
        client.resume();
    }

    @Override
    void inputEnded() {
        if (client.heads().isInside()) {
            client.requests().malformed(ReasonCode.MALFORMED_REQUEST, "the request head ends too early");
        } else {
            client.linger();
        }
    }

    /** A head that never became whole asked for nothing. */
    @Override
    void gone() {}

    @Override
    void sweep(long nowNanos) {
        ProxyLimits limits = client.worker().limits();
        if (client.heads().isInside()) {
            if (timer.hasPassed(limits.request().timeout().toNanos(), nowNanos)) {
                client.requests()
                        .malformed(
                                ReasonCode.HEAD_TIMEOUT,
                                "send the whole head within " + limits.request().timeout());
            }
        } else if (timer.hasPassed(idleNanos(limits), nowNanos)) {
            client.linger();
        }
    }

    /** Who has not said who it is has no more time than a head has. */
    private long idleNanos(ProxyLimits limits) {
        return client.seat().holder() == null
                ? limits.request().timeout().toNanos()
                : limits.connections().idleTimeout().toNanos();
    }

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }

    /** The last answer, which may have said so, still goes out. */
    @Override
    void sandboxEnded(ReasonCode reason) {
        client.linger();
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return timer.hasPassed(quietNanos, nowNanos);
    }

    @Override
    boolean isIdle() {
        return !client.heads().isInside();
    }
}
