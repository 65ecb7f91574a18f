package io.sallyport.egress.tls;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A certificate with its key, as handshakes with targets show it (RFC 8446 section 4.4.2, RFC 5246 section 7.4.6).
 * Created by {@link TargetTls#identity}; equal to itself alone, so that connections of two identities are never taken
 * for one another. Safe for concurrent use. {@link #close} frees the key once the last connection has ended.
 */
public final class ClientIdentity implements AutoCloseable {
    private final ClientContexts contexts;
    private final AtomicInteger references = new AtomicInteger(1);

    ClientIdentity(ClientContexts contexts) {
        this.contexts = contexts;
    }

    /** Takes one more reference; false if it is closed, and not used any more. */
    boolean retain() {
        return references.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void release() {
        if (references.decrementAndGet() == 0) {
            contexts.release();
        }
    }

    /** Only while there is a reference. */
    ClientContexts contexts() {
        return contexts;
    }

    /** Begins no handshake any more. Must be called once. */
    @Override
    public void close() {
        release();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "ClientIdentity";
    }
}
