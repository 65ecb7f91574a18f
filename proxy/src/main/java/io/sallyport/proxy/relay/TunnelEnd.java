package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.sallyport.proxy.relay.channel.BulkRelay;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.OutboundBuffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a tunnel: what it reads goes to the other end, and it reads no faster than that is taken. One per channel;
 * confined to the loop that both ends share. Buffers are handed on; none is kept.
 */
final class TunnelEnd extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(TunnelEnd.class);

    private @Nullable Tunnel tunnel;
    private @Nullable OutboundBuffer to;
    private @Nullable OutboundBuffer own;
    private @Nullable BulkRelay bulk;
    private long bytes;
    private boolean ended;
    private boolean broken;

    /** From now on what is read goes to {@code other}; what waits here is {@code back}'s. */
    void join(Tunnel joined, OutboundBuffer other, OutboundBuffer back, BulkRelay relay) {
        tunnel = joined;
        to = other;
        own = back;
        bulk = relay;
    }

    /** Bytes read so far. */
    long bytes() {
        return bytes;
    }

    /** Whether the connection broke off, so that more may have been on its way. */
    boolean isBroken() {
        return broken;
    }

    /** Whether nothing more will be read here. */
    boolean hasEnded() {
        return ended;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        OutboundBuffer other = to;
        if (other == null) {
            in.release();
            Channels.close(ctx.channel());
            return;
        }
        int read = in.readableBytes();
        bytes += read;
        other.fit();
        Channels.write(other.channel(), in);
        if (other.channel().isWritable()) {
            moveBulk(ctx, other, read);
        } else {
            other.flush();
            ctx.channel().config().setAutoRead(other.channel().isWritable());
        }
    }

    private void moveBulk(ChannelHandlerContext ctx, OutboundBuffer other, int read) {
        Tunnel joined = tunnel;
        BulkRelay relay = bulk;
        if (joined != null && relay != null) {
            try {
                bytes += relay.move(read, ctx.channel(), other, joined.isPlain());
            } catch (IOException failed) {
                exceptionCaught(ctx, failed);
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        OutboundBuffer other = to;
        if (other != null) {
            other.flush();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        settle();
        OutboundBuffer other = to;
        if (other != null && ctx.channel().isWritable()) {
            other.channel().config().setAutoRead(true);
        }
    }

    private void settle() {
        OutboundBuffer back = own;
        if (back != null) {
            back.settle();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        Tunnel joined = tunnel;
        boolean ends = event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent;
        if (ends && joined != null && !ended) {
            ended = true;
            joined.inputEnded(this);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        settle();
        BulkRelay relay = bulk;
        if (relay != null) {
            relay.end();
        }
        Tunnel joined = tunnel;
        if (joined != null) {
            joined.closed();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!Channels.isPeersFault(cause)) {
            LOG.error("a tunnel is cut by a fault of ours", cause);
        }
        broken = true;
        Channels.close(ctx.channel());
    }
}
