package io.sallyport.egress.share;

import io.sallyport.model.SandboxId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A limited number of permits, in total and per sandbox: a sandbox at its limit takes nothing from the others. Safe for
 * concurrent use; never blocks.
 */
public final class SharedPermits {
    private final int perSandbox;
    private final int total;
    private final AtomicInteger used = new AtomicInteger();
    private final ConcurrentMap<SandboxId, Integer> usedBy = new ConcurrentHashMap<>();

    /** Both limits must be at least 1. */
    public SharedPermits(int perSandbox, int total) {
        if (perSandbox < 1 || total < 1) {
            throw new IllegalArgumentException("slots: " + perSandbox + " of " + total + " (expected: at least 1)");
        }
        this.perSandbox = perSandbox;
        this.total = total;
    }

    /**
     * Takes a slot, which the caller must release. Returns null if the sandbox is at its limit or all slots are taken.
     */
    public @Nullable Slot take(SandboxId sandbox) {
        if (used.incrementAndGet() > total) {
            used.decrementAndGet();
            return null;
        }
        int own = usedBy.merge(sandbox, 1, Integer::sum);
        Slot slot = new Slot(sandbox);
        if (own > perSandbox) {
            slot.release();
            return null;
        }
        return slot;
    }

    /** Returns how many slots are taken now. */
    public int taken() {
        return used.get();
    }

    /** A taken slot. */
    public final class Slot {
        private final SandboxId sandbox;
        private final AtomicBoolean released = new AtomicBoolean();

        private Slot(SandboxId sandbox) {
            this.sandbox = sandbox;
        }

        /** Returns the slot; a second call does nothing. */
        public void release() {
            if (released.compareAndSet(false, true)) {
                usedBy.computeIfPresent(sandbox, (id, count) -> count == 1 ? null : count - 1);
                used.decrementAndGet();
            }
        }
    }
}
