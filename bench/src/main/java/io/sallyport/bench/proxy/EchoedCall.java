package io.sallyport.bench.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;

/**
 * A call of gRPC on one stream: each message is sent once the last one has come back. A call of one message ends with
 * it. Confined to the client's loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows as the end of the stream
final class EchoedCall extends ChannelInboundHandlerAdapter {
    private static final int PREFIX_BYTES = 5;
    private static final int FRAMED_BYTES = PREFIX_BYTES + OperationKind.MESSAGE_BYTES;

    private final StreamLoad load;
    private final boolean lasts;
    private int echoed;
    private boolean done;

    /** @param lasts whether more messages follow the first */
    EchoedCall(StreamLoad load, boolean lasts) {
        this.load = load;
        this.lasts = lasts;
    }

    /** Sends the first message, behind the fields. */
    void begin(Channel stream) {
        stream.writeAndFlush(message(stream.alloc().buffer(FRAMED_BYTES), !lasts));
    }

    private static DefaultHttp2DataFrame message(ByteBuf out, boolean last) {
        out.writeByte(0).writeInt(OperationKind.MESSAGE_BYTES).writeZero(OperationKind.MESSAGE_BYTES);
        return new DefaultHttp2DataFrame(out, last);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2HeadersFrame head) {
            fields(head);
        } else if (message instanceof Http2DataFrame data) {
            echoed += data.content().readableBytes();
        }
        ReferenceCountUtil.release(message);
        while (lasts && !done && echoed >= FRAMED_BYTES) {
            echoed -= FRAMED_BYTES;
            next(ctx);
        }
    }

    private void fields(Http2HeadersFrame head) {
        CharSequence status = head.headers().get("grpc-status");
        boolean failed = status != null && !"0".contentEquals(status);
        if (head.isEndStream() && (lasts ? !done : failed || echoed != FRAMED_BYTES)) {
            done = true;
            load.failed(new IOException("a call ended with " + head.headers()));
        } else if (head.isEndStream() && !lasts) {
            done = true;
            load.answered();
        } else if (head.isEndStream()) {
            load.ended();
        }
    }

    private void next(ChannelHandlerContext ctx) {
        done = !load.goesOn();
        if (done) {
            ctx.writeAndFlush(new DefaultHttp2DataFrame(true));
        } else {
            ctx.writeAndFlush(message(ctx.alloc().buffer(FRAMED_BYTES), false));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!done) {
            load.failed(new IOException("a stream was reset"));
        }
    }
}
