package io.sallyport.decision.buffers;

import org.jspecify.annotations.Nullable;

/**
 * What one connection has charged to a sandbox: what is taken is what is given back, to the same sandbox. Confined to
 * the event loop of its connection.
 */
public final class BufferCharge {
    private @Nullable SandboxBuffers payer;
    private long bytes;

    /** From now on it is {@code next}'s, with what it has charged already. */
    public void to(SandboxBuffers next) {
        if (next != payer) {
            long moved = bytes;
            set(0);
            payer = next;
            set(moved);
        }
    }

    /** Whose it is, or null. */
    public @Nullable SandboxBuffers payer() {
        return payer;
    }

    /** So many bytes wait now. */
    public void set(long now) {
        SandboxBuffers of = payer;
        if (of != null && now != bytes) {
            of.add(now - bytes);
        }
        bytes = now;
    }

    /** Bytes that are charged. */
    public long bytes() {
        return bytes;
    }
}
