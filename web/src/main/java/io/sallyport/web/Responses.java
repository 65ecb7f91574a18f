package io.sallyport.web;

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
import io.sallyport.model.answer.OwnReply;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Converts replies to Netty's messages; writing a message releases it. */
final class Responses {
    private static final String EVENT_STREAM = "text/event-stream";

    private Responses() {}

    /** @param headOnly for HEAD (RFC 9110 section 9.3.2): the body is described but not sent */
    static FullHttpResponse whole(OwnReply.Whole reply, boolean keepAlive, boolean headOnly) {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(reply.status()),
                headOnly ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        describe(headers, reply.fields(), keepAlive);
        if (!isBodiless(reply.status())) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        return response;
    }

    /** Returns whether a length would be that of another answer (RFC 9110 section 8.6). */
    private static boolean isBodiless(int status) {
        return status == HttpResponseStatus.NO_CONTENT.code() || status == HttpResponseStatus.NOT_MODIFIED.code();
    }

    /**
     * Returns the head of a streamed reply.
     *
     * @param chunkable if false, a body of unknown length ends with the connection
     */
    static HttpResponse head(OwnReply.Streamed reply, boolean keepAlive, boolean chunkable) {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        describe(response.headers(), reply.fields(), keepAlive);
        if (reply.bytes() >= 0) {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.bytes());
        } else if (chunkable) {
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return response;
    }

    static HttpResponse events(boolean chunkable) {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        describe(response.headers(), Map.of("content-type", EVENT_STREAM), false);
        if (chunkable) {
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return response;
    }

    /** Sets the common fields. Answers can hold tokens, so they must not be cached or interpreted as another type. */
    private static void describe(HttpHeaders headers, Map<String, String> fields, boolean keepAlive) {
        headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set("X-Content-Type-Options", "nosniff");
        fields.forEach(headers::set);
        if (!keepAlive) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }
}
