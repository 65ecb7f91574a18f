package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.sallyport.proxy.listener.HeaderFields;
import java.util.Locale;

/**
 * Fields on their way into a frame: names in lower case, and none that belongs to HTTP/1.1 (RFC 9113 section 8.2.2).
 */
final class FrameFields {
    private FrameFields() {}

    static Http2Headers of(HeaderFields fields, int pseudoFields) {
        Http2Headers out = new DefaultHttp2Headers(false, fields.size() + pseudoFields);
        for (int i = 0; i < fields.size(); i++) {
            add(out, fields.name(i), fields.value(i));
        }
        return out;
    }

    private static void add(Http2Headers out, String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        switch (lower) {
            case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te", "host" -> {}
            default -> out.add(lower, value);
        }
    }
}
