package io.sallyport.proxy.proxyprotocol;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Takes the PROXY header off a connection, tells those behind it by an event of type {@link ProxyHeader}, and leaves
 * the pipeline. Where there is no header nothing more is handed on. One per channel; owns each buffer until it hands it
 * on.
 */
public final class ProxyHeaderHandler extends ChannelInboundHandlerAdapter {
    private final ProxyHeaderReader reader = new ProxyHeaderReader();
    private boolean failed;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        ProxyHeader header = failed ? new ProxyHeader.Incomplete() : reader.read(in);
        switch (header) {
            case ProxyHeader.Incomplete _ -> in.release();
            case ProxyHeader.Malformed _ -> {
                failed = true;
                in.release();
                ctx.fireUserEventTriggered(header);
            }
            case ProxyHeader.From _, ProxyHeader.OfPeer _ -> {
                ctx.fireUserEventTriggered(header);
                ctx.fireChannelRead(in);
                ctx.pipeline().remove(this);
            }
        }
    }
}
