package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.proxy.listener.Http2Limits;
import io.sallyport.proxy.relay.channel.FrameRate;
import java.util.function.LongSupplier;

/**
 * Counts the frames of one connection before they are decoded, and ends the connection at a flood of those that carry
 * neither fields nor content: SETTINGS, PING, PRIORITY, WINDOW_UPDATE, RST_STREAM, unknown ones, and DATA without bytes
 * (RFC 9113 section 10.5). Those that answer what is under way, as WINDOW_UPDATE does, are not counted: each stream
 * that the peer opens, and each 512 bytes that are sent to it, allow some. Confined to its event loop.
 */
final class ControlFrameLimit extends ChannelDuplexHandler {
    private static final int HEADER_BYTES = Http2CodecUtil.FRAME_HEADER_LENGTH;
    private static final int SENT_FOR_ONE = 512;
    private static final int ALLOWED_FOR_STREAM = 4;
    private static final int MAX_ALLOWED = 65_536;

    private final int most;
    private final FrameRate rate;
    private long skip;
    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    private int allowed;
    private long sent;
    private boolean over;

    /**
     * @param prefaceBytes that stand before the first frame
     * @param nanoClock elapsed time
     */
    ControlFrameLimit(Http2Limits limits, int prefaceBytes, LongSupplier nanoClock) {
        this.most = limits.maxControlFrames();
        this.skip = prefaceBytes;
        this.rate = new FrameRate(most, Http2Limits.CONTROL_WINDOW_NANOS, nanoClock);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (!over && message instanceof ByteBuf in) {
            count(in);
        }
        if (!over) {
            ctx.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        ctx.fireExceptionCaught(flood());
    }

    private void count(ByteBuf in) {
        int at = in.readerIndex();
        int end = in.writerIndex();
        while (at < end) {
            if (skip > 0) {
                int passed = (int) Math.min(skip, end - at);
                skip -= passed;
                at += passed;
            } else {
                header[headerBytes++] = in.getByte(at++);
                if (headerBytes == HEADER_BYTES) {
                    headerBytes = 0;
                    skip = length();
                    count(header[3], skip);
                }
            }
        }
    }

    private int length() {
        return (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | (header[2] & 0xff);
    }

    private void count(byte type, long length) {
        if (type == Http2FrameTypes.HEADERS) {
            allow(ALLOWED_FOR_STREAM);
        } else if (type != Http2FrameTypes.DATA || length == 0) {
            if (allowed > 0) {
                allowed--;
            } else {
                over |= !rate.take();
            }
        }
    }

    private void allow(long more) {
        allowed = (int) Math.min(MAX_ALLOWED, allowed + more);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the promise says it
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        if (message instanceof ByteBuf out) {
            sent += out.readableBytes();
            allow(sent / SENT_FOR_ONE);
            sent %= SENT_FOR_ONE;
        }
        ctx.write(message, promise);
    }

    private Http2Exception flood() {
        return Http2Exception.connectionError(
                Http2Error.ENHANCE_YOUR_CALM, "more than %d control frames in ten seconds", most);
    }
}
