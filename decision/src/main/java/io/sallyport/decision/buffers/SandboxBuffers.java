package io.sallyport.decision.buffers;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one sandbox leaves unread. Its bound is the setting, or what is left of the bound on all where that is less: so
 * sandboxes that leave much unread share what there is, and one that leaves nothing always finds room. Safe for
 * concurrent use; takes no lock.
 */
public final class SandboxBuffers {
    private final BufferBudget all;
    private final long bound;
    private final AtomicLong used = new AtomicLong();

    SandboxBuffers(BufferBudget all, long bound) {
        this.all = all;
        this.bound = bound;
    }

    /** So many more bytes wait; negative where they have gone. */
    void add(long bytes) {
        used.addAndGet(bytes);
        all.add(bytes);
    }

    /** Bytes that wait now. */
    public long used() {
        return used.get();
    }

    /** How much a connection of this sandbox may have waiting now. */
    public BufferLevel level() {
        return BufferLevel.of(used.get(), Math.min(bound, all.free()));
    }

    /** Whether anything new may be begun for the sandbox now. */
    public Verdict room() {
        long own = used.get();
        if (own >= bound) {
            return Verdict.refuse(ReasonCode.TOO_MUCH_BUFFERED);
        }
        return Verdict.passIf(own < all.free(), ReasonCode.BUFFERS_FULL);
    }
}
