package io.sallyport.proxy.intercept;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;

/** The server side of TLS for one name of one sandbox: TLS 1.2 and 1.3, {@code h2} before {@code http/1.1} by
 * ALPN. Immutable. */
public final class ServerContext {
    private final CaContext context;
    private final LeafCertificate leaf;

    ServerContext(CaContext context, LeafCertificate leaf) {
        this.context = context;
        this.leaf = leaf;
    }

    /**
     * A handler for one connection. It takes the first bytes of the ClientHello as its first read, and shows the leaf
     * of this context whatever server name they hold: who calls has compared the two. Removing it from its pipeline, or
     * the end of the channel, releases it; it outlives this context.
     *
     * @throws IllegalStateException after {@link ServerTls#forget}, but never before the callback that was given this
     *     context returns
     */
    public SslHandler newHandler(ByteBufAllocator alloc) {
        if (!context.pin()) {
            throw new IllegalStateException("the sandbox of this TLS context was forgotten");
        }
        try {
            return context.newHandler(alloc, leaf);
        } finally {
            context.unpin();
        }
    }
}
