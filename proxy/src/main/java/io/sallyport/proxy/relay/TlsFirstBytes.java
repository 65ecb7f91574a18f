package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Lets nothing into a tunnel before its first three bytes are those of a TLS handshake record, version 3.x (RFC 8446
 * section 5.1), then leaves the pipeline. One per channel. Holds at most two bytes, and releases them when it leaves.
 */
final class TlsFirstBytes extends ChannelInboundHandlerAdapter {
    private static final int HANDSHAKE = 22;
    private static final int MAJOR_VERSION = 3;
    private static final int MAX_MINOR_VERSION = 4;
    private static final int NEEDED = 3;

    private final Tunnel tunnel;
    private @Nullable ByteBuf held;

    TlsFirstBytes(Tunnel tunnel) {
        this.tunnel = tunnel;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf before = held;
        held = null;
        if (before != null) {
            in = Channels.joined(ctx.channel(), before, in);
        }
        if (!fits(in)) {
            in.release();
            tunnel.cut(ReasonCode.PROTOCOL_MISMATCH);
        } else if (in.readableBytes() < NEEDED) {
            held = in;
        } else {
            ctx.pipeline().remove(this);
            tunnel.begun();
            ctx.fireChannelRead(in);
        }
    }

    private static boolean fits(ByteBuf in) {
        int at = in.readerIndex();
        int length = in.readableBytes();
        return (length < 1 || in.getByte(at) == HANDSHAKE)
                && (length < 2 || in.getByte(at + 1) == MAJOR_VERSION)
                && (length < 3 || in.getUnsignedByte(at + 2) <= MAX_MINOR_VERSION);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            tunnel.cut(held == null ? ReasonCode.CLIENT_CLOSED : ReasonCode.PROTOCOL_MISMATCH);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        ByteBuf rest = held;
        held = null;
        if (rest != null) {
            rest.release();
        }
    }
}
