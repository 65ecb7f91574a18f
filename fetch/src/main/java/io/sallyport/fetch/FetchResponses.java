package io.sallyport.fetch;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.fetch.answer.Refused;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** From answers to Netty's messages, which are to be written: that releases them. */
final class FetchResponses {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String TAR = "application/x-tar";

    private FetchResponses() {}

    static DefaultFullHttpResponse landed(String path) {
        return json(200, body("local_path", path));
    }

    static DefaultFullHttpResponse health() {
        return json(200, body("status", "ok"));
    }

    /** @param allow what stands in {@code Allow}, or null */
    static DefaultFullHttpResponse refused(Refused refused, @Nullable String allow) {
        DefaultFullHttpResponse response = json(refused.status(), body("error", refused.text()));
        if (allow != null) {
            response.headers().set(HttpHeaderNames.ALLOW, allow);
        }
        if (refused.status() == 401) {
            response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        Duration wait = refused.retryAfter();
        if (wait != null) {
            response.headers().set(HttpHeaderNames.RETRY_AFTER, wait.toSeconds());
        }
        return response;
    }

    /** The head of a tar, of which chunks follow until the connection ends. */
    static HttpResponse archive() {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        protect(response.headers());
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, TAR);
        response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        return response;
    }

    /** The body of an answer: one member, and a line feed. */
    static byte[] body(String name, String value) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty(name, value);
            json.writeEndObject();
        }
        out.write('\n');
        return out.toByteArray();
    }

    private static DefaultFullHttpResponse json(int status, byte[] body) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
        HttpHeaders headers = response.headers();
        protect(headers);
        headers.set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return response;
    }

    private static void protect(HttpHeaders headers) {
        headers.set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        headers.set("X-Content-Type-Options", "nosniff");
    }

    static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
