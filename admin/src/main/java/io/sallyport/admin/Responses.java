package io.sallyport.admin;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/** From answers to Netty's messages. */
final class Responses {
    private static final String EVENT_STREAM = "text/event-stream";

    private Responses() {}

    /**
     * The message is to be written, which releases it.
     *
     * @param headOnly in answer to HEAD (RFC 9110 section 9.3.2): the body is told of, but not sent
     */
    static FullHttpResponse of(Answer answer, boolean keepAlive, boolean headOnly) {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                headOnly ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        protect(headers);
        if (answer.status() != HttpResponseStatus.NO_CONTENT.code()) {
            headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
            headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        answer.headers().forEach(headers::set);
        if (!keepAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        return response;
    }

    static HttpResponse streamHead(boolean chunked) {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        HttpHeaders headers = response.headers();
        protect(headers);
        headers.set(HttpHeaderNames.CONTENT_TYPE, EVENT_STREAM);
        if (chunked) {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return response;
    }

    /** Answers can hold tokens: nobody is to keep them, or to take them for something else. */
    private static void protect(HttpHeaders headers) {
        headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set("X-Content-Type-Options", "nosniff");
    }
}
