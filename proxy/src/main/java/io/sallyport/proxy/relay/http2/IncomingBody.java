package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.relay.message.HeadWriter;

/**
 * Hands the content of DATA frames on as the body that a head of HTTP/1.1 promised: as it is where the length was said,
 * in chunks where it was not; the frames of a WebSocket as they are, to the end of the stream. Confined to its event
 * loop.
 */
final class IncomingBody {
    private static final int SIZE_LINE_BYTES = 16;

    private final boolean chunked;
    private final boolean open;
    private boolean begun;

    IncomingBody(Framing framing) {
        chunked = framing instanceof Framing.Chunked;
        open = framing instanceof Framing.UntilClose;
    }

    /** Takes {@code content} over. */
    void content(ChannelHandlerContext ctx, ByteBuf content) {
        if (!content.isReadable()) {
            content.release();
            return;
        }
        if (chunked) {
            ByteBuf size = ctx.alloc().buffer(SIZE_LINE_BYTES);
            ByteBufUtil.writeAscii(size, begun ? "\r\n" : "");
            ByteBufUtil.writeAscii(size, Integer.toHexString(content.readableBytes()));
            ByteBufUtil.writeAscii(size, "\r\n");
            ctx.fireChannelRead(size);
            begun = true;
        }
        ctx.fireChannelRead(content);
    }

    /** The stream ends; behind a body of a said length trailers are dropped (RFC 9110 section 6.5.1). */
    void end(ChannelHandlerContext ctx, HeaderFields trailers) {
        if (open) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        if (!chunked) {
            return;
        }
        ByteBuf last = ctx.alloc().buffer();
        ByteBufUtil.writeAscii(last, begun ? "\r\n0\r\n" : "0\r\n");
        HeadWriter.fields(last, trailers);
        ByteBufUtil.writeAscii(last, "\r\n");
        ctx.fireChannelRead(last);
    }
}
