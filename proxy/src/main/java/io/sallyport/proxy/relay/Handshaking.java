package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.RequestSource;
import io.sallyport.proxy.intercept.PreparedTls;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.PlainAlert;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An inspected tunnel between its ClientHello and its first request: the leaf is fetched, then TLS is spoken in the
 * target's place. Nothing is dialled. Confined to its event loop; owns the hello until TLS has it.
 */
final class Handshaking extends ClientState implements OpenTraffic {
    private final ClientConnection client;
    private final OpenTunnel tunnel;
    private final SweepTimer timer = new SweepTimer();
    private final PlainAlert alert = new PlainAlert();
    private @Nullable ByteBuf hello;
    private @Nullable SslHandler inside;
    private long begunNanos;

    Handshaking(ClientConnection client, OpenTunnel tunnel, ByteBuf hello) {
        this.client = client;
        this.tunnel = tunnel;
        this.hello = hello;
    }

    void start() {
        client.become(this);
        Worker worker = client.worker();
        worker.began(this);
        ServerTls tls = worker.gate().tls();
        if (tls == null) {
            throw new IllegalStateException("a tunnel was let in to be inspected by a gateway that does not intercept");
        }
        var request = passage().request();
        tls.prepare(passage().sandbox().id(), request.host(), client.channel().eventLoop(), this::prepared);
    }

    private void prepared(PreparedTls prepared) {
        if (client.state() != this) {
            return;
        }
        switch (prepared) {
            case PreparedTls.Ready(var context) ->
                shake(context.newHandler(client.channel().alloc()));
            case PreparedTls.Failed(ReasonCode reason, String detail) -> end(reason, detail);
        }
    }

    private void shake(SslHandler handler) {
        Channel channel = client.channel();
        begunNanos = client.worker().gate().nanoClock().getAsLong();
        ByteBuf first = hello;
        hello = null;
        ByteBuf second = client.takeHeld();
        Channels.secure(channel, handler);
        channel.pipeline().addBefore(channel.pipeline().context(handler).name(), null, alert);
        inside = handler;
        if (first != null) {
            Channels.read(channel, second == null ? first : Channels.joined(channel, first, second));
        }
        channel.config().setAutoRead(true);
    }

    @Override
    void handshaken(SslHandshakeCompletionEvent event) {
        if (event.isSuccess()) {
            WorkerContext gate = client.worker().gate();
            gate.meter().handshakes().add(gate.nanoClock().getAsLong() - begunNanos);
            client.channel().pipeline().remove(alert);
            client.worker().ended(this);
            var source = new RequestSource.InTunnel(passage(), Scheme.HTTPS, client.peer());
            if (Channels.choseHttp2(inside)) {
                client.enterStreams(tunnel, source);
            } else {
                client.enter(tunnel, source);
            }
        } else {
            String said = alert.description();
            end(
                    ReasonCode.CLIENT_TLS_FAILED,
                    said == null ? event.cause().getMessage() : "the client's alert: " + said);
        }
    }

    private void end(ReasonCode reason, @Nullable String detail) {
        client.worker().ended(this);
        tunnel.end(reason, detail);
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
        ByteBuf bytes = hello;
        hello = null;
        if (bytes != null) {
            bytes.release();
        }
    }

    @Override
    void inputEnded() {
        end(ReasonCode.CLIENT_TLS_FAILED, "the client ended in the handshake");
    }

    @Override
    void gone() {
        end(ReasonCode.CLIENT_TLS_FAILED, "the client left in the handshake");
    }

    @Override
    void sweep(long nowNanos) {
        Duration limit = client.worker().limits().request().timeout();
        if (timer.hasPassed(limit.toNanos(), nowNanos)) {
            end(ReasonCode.HEAD_TIMEOUT, "in the handshake");
        }
    }

    @Override
    public void cut(ReasonCode reason) {
        end(reason, null);
    }

    @Override
    public AllowedRequest passage() {
        return tunnel.passage();
    }

    @Override
    public boolean isTunnel() {
        return true;
    }
}
