package io.sallyport.egress.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Counts what arrives as it arrives, before anybody makes anything of it: what is refused later was received all the same.
 * One for each channel, confined to its event loop.
 */
final class ArrivedBytes extends ChannelInboundHandlerAdapter {
    private final ByteCount count;

    /** Passed on to whoever waits for the answer. */
    static final class OverCountException extends Exception {
        private static final long serialVersionUID = 1L;

        private OverCountException() {
            super("more came than may come", null, false, false);
        }
    }

    ArrivedBytes(ByteCount count) {
        this.count = count;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof ByteBuf bytes) || count.receive(bytes.readableBytes())) {
            ctx.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        ctx.fireExceptionCaught(new OverCountException());
    }
}
