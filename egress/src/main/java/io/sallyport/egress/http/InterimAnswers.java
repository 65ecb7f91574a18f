package io.sallyport.egress.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;

/**
 * Drops interim answers (RFC 9110 section 15.2), which are not the requested answer. A switch of protocols was never
 * requested and is therefore passed on as an answer. One per channel; confined to its event loop.
 */
final class InterimAnswers extends ChannelInboundHandlerAdapter {
    /** The maximum per connection, so that a target cannot keep a caller waiting forever. */
    private static final int MOST = 100;

    private boolean isInterim;
    private int passedOver;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpResponse head) {
            isInterim = isInterim(head);
            passedOver += isInterim ? 1 : 0;
        }
        if (!isInterim) {
            ctx.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (passedOver > MOST) {
            ctx.fireExceptionCaught(new IOException("more than " + MOST + " interim answers"));
        }
    }

    private static boolean isInterim(HttpResponse head) {
        return !head.decoderResult().isFailure()
                && head.status().codeClass() == HttpStatusClass.INFORMATIONAL
                && head.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }
}
