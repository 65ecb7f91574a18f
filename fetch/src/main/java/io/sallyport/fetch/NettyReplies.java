package io.sallyport.fetch;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.model.OwnReply;
import java.nio.charset.StandardCharsets;

/** From replies to Netty's messages, which are to be written: that releases them. */
final class NettyReplies {
    private NettyReplies() {}

    static DefaultFullHttpResponse whole(OwnReply.Whole reply) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(reply.status()),
                Unpooled.copiedBuffer(reply.body(), StandardCharsets.UTF_8));
        reply.fields().forEach(response.headers()::set);
        HttpUtil.setContentLength(response, response.content().readableBytes());
        return response;
    }

    /** The head of what follows piece by piece. */
    static HttpResponse head(OwnReply.Streamed reply) {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        reply.fields().forEach(response.headers()::set);
        if (reply.bytes() < 0) {
            HttpUtil.setTransferEncodingChunked(response, true);
        } else {
            HttpUtil.setContentLength(response, reply.bytes());
        }
        return response;
    }
}
