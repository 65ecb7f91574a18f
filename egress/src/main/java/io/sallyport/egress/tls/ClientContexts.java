package io.sallyport.egress.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;

/**
 * Settings of handshakes with targets, without and with HTTP/2. Safe for concurrent use.
 *
 * @param http1 offers HTTP/1.1
 * @param http2 offers HTTP/2 before it
 */
record ClientContexts(SslContext http1, SslContext http2) {
    /** Frees what the provider holds for them, once no connection uses it any more. */
    void release() {
        ReferenceCountUtil.release(http1);
        ReferenceCountUtil.release(http2);
    }
}
