package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.firstbytes.FirstBytes;
import io.sallyport.proxy.firstbytes.FirstBytesReader;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Holds the first bytes of a client in a tunnel by {@code tcp} until they are of a protocol that is granted, then
 * leaves the pipeline. What the target says passes meanwhile, since in SSH and others it may speak first. One per
 * channel, in front of its {@link TunnelEnd}; owns the bytes that it holds.
 */
final class FirstBytesCheck extends ChannelInboundHandlerAdapter {
    private final OpenTunnel open;
    private final Tunnel tunnel;
    private final FirstBytesReader reader = new FirstBytesReader();
    private final SweepTimer timer = new SweepTimer();
    private @Nullable ByteBuf held;
    private boolean decided;

    FirstBytesCheck(OpenTunnel open, Tunnel tunnel) {
        this.open = open;
        this.tunnel = tunnel;
    }

    /** Whether the client has kept silent, or its first bytes have been too slow. */
    boolean isMissed(Duration most, long nowNanos) {
        return !decided && timer.hasPassed(most.toNanos(), nowNanos);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (decided) {
            in.release();
            return;
        }
        ByteBuf before = held;
        ByteBuf bytes = before == null ? in : Channels.joined(ctx.channel(), before, in);
        held = bytes;
        boolean more = bytes.isReadable();
        while (more) {
            more = goesOn(ctx, bytes);
        }
    }

    /** Reads what is held; whether some of that is still to be read. */
    private boolean goesOn(ChannelHandlerContext ctx, ByteBuf bytes) {
        switch (reader.read(bytes)) {
            case FirstBytes.Incomplete _ -> {}
            case FirstBytes.Begun(Scheme scheme, int length) -> {
                if (fits(scheme, null)) {
                    timer.restart();
                    return forward(ctx, bytes, length);
                }
            }
            case FirstBytes.Spoken(Scheme scheme, ClientHello hello) -> {
                if (fits(scheme, hello)) {
                    decided = true;
                    forward(ctx, bytes, bytes.readableBytes());
                    ctx.pipeline().remove(this);
                }
            }
            case FirstBytes.Unfit(ReasonCode reason, String why) -> refuse(reason, why);
        }
        return false;
    }

    private boolean fits(Scheme scheme, @Nullable ClientHello hello) {
        return switch (open.speaks(scheme, hello)) {
            case Verdict.Pass _ -> true;
            case Verdict.Refuse why -> {
                refuse(why.reason(), "the client speaks " + scheme.spoken());
                yield false;
            }
        };
    }

    /** Whether bytes are left that are still to be read. */
    private boolean forward(ChannelHandlerContext ctx, ByteBuf bytes, int length) {
        boolean all = length == bytes.readableBytes();
        ByteBuf out = all ? bytes : bytes.readRetainedSlice(length);
        held = all ? null : bytes;
        ctx.fireChannelRead(out);
        return !all;
    }

    private void refuse(ReasonCode reason, String why) {
        decided = true;
        tunnel.cut(reason, why);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
            leave();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        leave();
        ctx.fireChannelInactive();
    }

    /** Before a protocol has begun, no half is left that could be worth waiting for. */
    private void leave() {
        if (!decided) {
            decided = true;
            tunnel.cut(held == null ? ReasonCode.CLIENT_CLOSED : ReasonCode.PROTOCOL_MISMATCH);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        ByteBuf bytes = held;
        held = null;
        if (bytes != null) {
            bytes.release();
        }
    }
}
