package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;

/** Decodes HPACK and checks no field: {@code proxy.listener} does, and can say what is wrong. */
final class OrderedHeadersDecoder extends DefaultHttp2HeadersDecoder {
    /** @param maxListBytes as SETTINGS_MAX_HEADER_LIST_SIZE counts (RFC 9113 section 6.5.2) */
    OrderedHeadersDecoder(long maxListBytes) {
        super(false, maxListBytes);
    }

    @Override
    protected Http2Headers newHeaders() {
        return new OrderedHeaders();
    }
}
