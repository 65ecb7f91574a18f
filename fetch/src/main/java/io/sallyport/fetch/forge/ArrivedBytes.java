package io.sallyport.fetch.forge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;

/**
 * Counts what arrives as it arrives, before anybody makes anything of it: what is refused later was received all the same.
 * One for each channel, confined to its event loop.
 */
final class ArrivedBytes extends ChannelInboundHandlerAdapter {
    private final ByteCount count;

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
        ctx.fireExceptionCaught(
                new RefusedException(Refused.overLimit("the run has received as many bytes as it may")));
    }
}
