package io.sallyport.egress.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Counts bytes as they arrive, before they are decoded: bytes that are refused later were received all the same. One
 * per channel; confined to its event loop.
 */
final class ReceivedByteCounter extends ChannelInboundHandlerAdapter {
    private final ByteCount count;

    /** Passed on to the handler that waits for the answer. */
    static final class OverCountException extends Exception {
        private static final long serialVersionUID = 1L;

        private OverCountException() {
            super("more came than may come", null, false, false);
        }
    }

    ReceivedByteCounter(ByteCount count) {
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
