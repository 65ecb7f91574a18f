package io.sallyport.proxy.intercept;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The TLS server of one CA: its session tickets and sessions are valid here alone. Safe for concurrent use.
 *
 * <p>Who made it holds the first pin. The native side goes with the last pin, or with the last engine made of it where
 * that comes later (engines count for themselves).
 */
final class CaContext {
    private static final int PEER_PORT = 443; // engines ask for one; nothing reads it

    private final SslContext context;
    private final LeafKeys keys;
    private final Executor tasks;
    private final AtomicInteger pins = new AtomicInteger(1);

    /**
     * Takes over the reference that the caller has on {@code context}; {@code tasks} runs what a handshake computes.
     */
    CaContext(SslContext context, LeafKeys keys, Executor tasks) {
        this.context = context;
        this.keys = keys;
        this.tasks = tasks;
    }

    /** Keeps it usable until {@link #unpin}; false where it is gone already. */
    boolean pin() {
        for (int seen = pins.get(); seen > 0; seen = pins.get()) {
            if (pins.compareAndSet(seen, seen + 1)) {
                return true;
            }
        }
        return false;
    }

    void unpin() {
        if (pins.decrementAndGet() == 0) {
            ReferenceCountUtil.release(context);
        }
    }

    /** Only while pinned. */
    SslHandler newHandler(ByteBufAllocator alloc, LeafCertificate leaf) {
        return context.newHandler(alloc, keys.claim(leaf), PEER_PORT, tasks);
    }
}
