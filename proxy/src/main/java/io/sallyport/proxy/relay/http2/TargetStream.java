package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.sallyport.proxy.listener.FieldSection;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.listener.StreamResponse;
import io.sallyport.proxy.relay.message.HeadWriter;

/**
 * One stream to a target: turns the request that is written into frames, and hands the answer on as a connection of
 * HTTP/1.1 that serves one request. What cannot be read is handed on as a {@link HeadResult.Malformed}. One for each
 * stream; confined to its event loop.
 */
final class TargetStream extends MessageStream {
    private static final int USUAL_HEAD_BYTES = 512;

    private final ProxyLimits limits;
    private final OutgoingRequests requests;
    private boolean answered;

    TargetStream(ProxyLimits limits, byte[] scratch) {
        this(limits, new OutgoingRequests(HeadReader.ofRequests(limits.response(), scratch)));
    }

    private TargetStream(ProxyLimits limits, OutgoingRequests requests) {
        super(requests);
        this.limits = limits;
        this.requests = requests;
    }

    /** Interim heads come before the final one. */
    @Override
    boolean expectsHead() {
        return !answered;
    }

    @Override
    void head(ChannelHandlerContext ctx, FieldSection section, boolean ended) {
        HeadResult<ResponseHead> read = StreamResponse.read(section, limits.response());
        if (read instanceof HeadResult.Complete<ResponseHead>(ResponseHead head)) {
            begin(ctx, head, ended);
        } else {
            ctx.fireChannelRead(read);
        }
    }

    private void begin(ChannelHandlerContext ctx, ResponseHead head, boolean ended) {
        ByteBuf out = ctx.alloc().buffer(USUAL_HEAD_BYTES);
        ByteBufUtil.writeAscii(out, "HTTP/1.1 " + head.status() + " \r\n");
        HeadWriter.fields(out, head.fields());
        if (!head.isInterim()) {
            answered = true;
            ByteBufUtil.writeAscii(out, framed(head, ended));
            ByteBufUtil.writeAscii(out, "Connection: close\r\n");
        }
        ByteBufUtil.writeAscii(out, "\r\n");
        ctx.fireChannelRead(out);
    }

    /** Frames the body, and returns the line that says so where none of the target's does. */
    private String framed(ResponseHead head, boolean ended) {
        Framing framing = Framing.ofResponse(requests.method(), head.status(), head.fields(), 1);
        boolean unsaid = framing instanceof Framing.UntilClose;
        expectBody(unsaid && !ended ? Framing.CHUNKED : framing);
        if (!unsaid) {
            return "";
        }
        return ended ? "Content-Length: 0\r\n" : "Transfer-Encoding: chunked\r\n";
    }
}
