package io.sallyport.decision.buffers;

import java.util.concurrent.atomic.AtomicLong;

/** What all sandboxes together leave unread, and its bound. Safe for concurrent use; takes no lock. */
public final class BufferBudget {
    private final BufferLimits limits;
    private final AtomicLong used = new AtomicLong();

    public BufferBudget(BufferLimits limits) {
        this.limits = limits;
    }

    /** The part of one sandbox that begins. */
    public SandboxBuffers open() {
        return new SandboxBuffers(this, limits.bytesPerSandbox());
    }

    public BufferLimits limits() {
        return limits;
    }

    /** Bytes that wait now. */
    public long used() {
        return used.get();
    }

    /** What is left; less than 0 where more waits than may. */
    long free() {
        return limits.bytes() - used.get();
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }
}
