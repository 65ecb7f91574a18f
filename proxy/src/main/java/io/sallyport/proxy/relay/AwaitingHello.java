package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.HelloVerdict;
import io.sallyport.proxy.enforce.RequestSource;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.intercept.ClientHelloReader;
import io.sallyport.proxy.intercept.HelloResult;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel whose first bytes have still to come. They say what it carries: TLS, whose ClientHello must name the target,
 * or HTTP/1 in the clear, whose requests are judged as such; nothing else. Confined to its event loop; owns the bytes
 * that it has read until it hands them on.
 */
final class AwaitingHello extends ClientState implements OpenTraffic {
    private static final int USUAL_HELLO_BYTES = 2048;

    /**
     * The fatal alert of RFC 7301 section 3.2, in a record of its own, as it may be sent before any key is agreed on.
     */
    private static final ByteBuf NO_APPLICATION_PROTOCOL = Unpooled.unreleasableBuffer(Unpooled.directBuffer()
            .writeBytes(new byte[] {21, 3, 3, 0, 2, 2, 120})
            .asReadOnly());

    private final ClientConnection client;
    private final OpenTunnel tunnel;
    private final @Nullable Channel upstream;
    private final TunnelEnd upstreamEnd;
    private final SweepTimer timer = new SweepTimer();
    private @Nullable ByteBuf hello;

    /** @param upstream null where the tunnel is inspected */
    AwaitingHello(ClientConnection client, OpenTunnel tunnel, @Nullable Channel upstream, TunnelEnd upstreamEnd) {
        this.client = client;
        this.tunnel = tunnel;
        this.upstream = upstream;
        this.upstreamEnd = upstreamEnd;
    }

    void start() {
        client.become(this);
        client.worker().began(this);
        Channels.writeAndFlush(client.channel(), client.replyForm().established());
        client.resume();
    }

    @Override
    boolean takes() {
        return true;
    }

    @Override
    void read(ByteBuf in) {
        if (hello == null && isHttp(in.getByte(in.readerIndex()))) {
            plain();
            return;
        }
        ByteBuf bytes = collect(in);
        switch (ClientHelloReader.read(bytes)) {
            case HelloResult.Incomplete _ -> {}
            case HelloResult.NotTls _ -> end(ReasonCode.PROTOCOL_MISMATCH, null);
            case HelloResult.Malformed(String why) -> end(ReasonCode.TLS_MALFORMED, why);
            case HelloResult.Complete(ClientHello said) -> heard(said, bytes);
        }
    }

    /** A method begins so; no TLS record does. */
    static boolean isHttp(byte first) {
        return first >= 'A' && first <= 'Z';
    }

    private ByteBuf collect(ByteBuf in) {
        ByteBuf bytes = hello;
        if (bytes == null) {
            bytes = client.channel().alloc().buffer(USUAL_HELLO_BYTES);
            hello = bytes;
        }
        bytes.writeBytes(in);
        return bytes;
    }

    private void plain() {
        handOver();
        Channels.close(upstream);
        client.enter(tunnel, new RequestSource.InTunnel(passage(), Scheme.HTTP, client.peer()));
    }

    private void heard(ClientHello said, ByteBuf bytes) {
        switch (client.worker().gate().path().ongoing().hello(said, passage())) {
            case HelloVerdict.Passes _ -> goOn(upstream, bytes);
            case HelloVerdict.LookedInto(String why) -> {
                tunnel.lookInto(why);
                Channels.close(upstream);
                goOn(null, bytes);
            }
            case HelloVerdict.Refused(ReasonCode reason) -> refuse(reason);
        }
    }

    private void goOn(@Nullable Channel open, ByteBuf bytes) {
        hello = null;
        handOver();
        if (open == null) {
            new Handshaking(client, tunnel, bytes).start();
        } else {
            new Tunnel(client, tunnel, open, upstreamEnd).start(bytes);
        }
    }

    private void refuse(ReasonCode reason) {
        if (reason == ReasonCode.ALPN_REFUSED) {
            Channels.writeAndFlush(client.channel(), NO_APPLICATION_PROTOCOL.duplicate());
        }
        end(reason, null);
    }

    private void handOver() {
        client.worker().ended(this);
    }

    private void end(ReasonCode reason, @Nullable String detail) {
        handOver();
        tunnel.end(reason, 0, 0, detail);
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
        Channels.close(upstream);
        ByteBuf bytes = hello;
        hello = null;
        if (bytes != null) {
            bytes.release();
        }
    }

    @Override
    void inputEnded() {
        end(hello == null ? ReasonCode.CLIENT_CLOSED : ReasonCode.PROTOCOL_MISMATCH, null);
    }

    @Override
    void gone() {
        end(ReasonCode.CLIENT_CLOSED, null);
    }

    @Override
    void sweep(long nowNanos) {
        Duration limit = client.worker().limits().request().timeout();
        if (timer.hasPassed(limit.toNanos(), nowNanos)) {
            end(ReasonCode.HEAD_TIMEOUT, null);
        }
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return timer.hasPassed(quietNanos, nowNanos);
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
