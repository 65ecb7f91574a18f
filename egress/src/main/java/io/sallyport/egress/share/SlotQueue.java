package io.sallyport.egress.share;

import io.sallyport.model.SandboxId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@link SharedPermits} with a bounded queue: a caller that finds no slot waits until one is handed over. A sandbox at
 * its own limit waits only for its own slots. If all slots are taken, the waiting sandboxes take turns, however many
 * callers of one sandbox wait. Safe for concurrent use and never blocks; the caller decides how long to keep a place.
 */
public final class SlotQueue {
    private final Limits limits;
    private final Map<SandboxId, Share> shares = new HashMap<>();
    private final SequencedSet<Share> turns = new LinkedHashSet<>(); // below their own limit; they wait for any slot
    private int used;
    private int waiting;

    public SlotQueue(Limits limits) {
        this.limits = limits;
    }

    /**
     * The sizes of the queue.
     *
     * @param perSandbox slots of one sandbox, at least 1
     * @param total slots of all sandboxes, at least 1
     * @param waitingPerSandbox places in the queue for one sandbox
     * @param waiting places in the queue for all sandboxes
     */
    public record Limits(int perSandbox, int total, int waitingPerSandbox, int waiting) {
        public Limits {
            if (perSandbox < 1 || total < 1 || waitingPerSandbox < 0 || waiting < 0) {
                throw new IllegalArgumentException("slots: " + perSandbox + " of " + total + " (expected: at least 1), "
                        + "waiting: " + waitingPerSandbox + " of " + waiting + " (expected: at least 0)");
            }
        }
    }

    /** The result of {@link #ask}. */
    public sealed interface Asked {}

    /** Neither a slot nor a place is free. */
    public record Full() implements Asked {}

    /** The slots and places of one sandbox. Guarded by the queue. */
    private static final class Share {
        private final SequencedSet<Place> waiting = new LinkedHashSet<>();
        private int used;
    }

    /**
     * Returns a slot, or else a place in the queue, or {@link Full} if neither is free.
     *
     * @param granted receives the slot for a place, once, on the thread that released it; never called if a slot is
     *     returned
     */
    public synchronized Asked ask(SandboxId sandbox, Consumer<Slot> granted) {
        Share own = shares.computeIfAbsent(sandbox, _ -> new Share());
        if (used < limits.total() && own.used < limits.perSandbox()) {
            return take(sandbox, own);
        }
        if (waiting >= limits.waiting() || own.waiting.size() >= limits.waitingPerSandbox()) {
            forgetIfUnused(sandbox, own);
            return new Full();
        }
        Place place = new Place(sandbox, own, granted);
        own.waiting.addLast(place);
        waiting++;
        joinTurns(own);
        return place;
    }

    /** Returns how many slots are taken now. */
    public synchronized int taken() {
        return used;
    }

    /** Returns how many callers wait now. */
    public synchronized int waiting() {
        return waiting;
    }

    private Slot take(SandboxId sandbox, Share own) {
        used++;
        own.used++;
        return new Slot(sandbox, own);
    }

    /**
     * Takes the place that is next after a slot of {@code freed} was released, or null if none waits; one slot is one
     * turn.
     */
    private @Nullable Place next(Share freed) {
        joinTurns(freed);
        if (turns.isEmpty()) {
            return null;
        }
        Share share = turns.removeFirst();
        Place place = share.waiting.removeFirst();
        waiting--;
        place.slot = take(place.sandbox, share);
        joinTurns(share);
        return place;
    }

    private void joinTurns(Share share) {
        if (!share.waiting.isEmpty() && share.used < limits.perSandbox()) {
            turns.add(share);
        }
    }

    private void forgetIfUnused(SandboxId sandbox, Share share) {
        if (share.used == 0 && share.waiting.isEmpty()) {
            shares.remove(sandbox);
        }
    }

    /** A place in the queue. */
    public final class Place implements Asked {
        private final SandboxId sandbox;
        private final Share share;
        private final Consumer<Slot> granted;
        private @Nullable Slot slot;

        private Place(SandboxId sandbox, Share share, Consumer<Slot> granted) {
            this.sandbox = sandbox;
            this.share = share;
            this.granted = granted;
        }

        /** Leaves the queue. Does nothing if a slot was already handed over; that slot must be released. */
        public void leave() {
            synchronized (SlotQueue.this) {
                if (!share.waiting.remove(this)) {
                    return;
                }
                waiting--;
                if (share.waiting.isEmpty()) {
                    turns.remove(share);
                }
                forgetIfUnused(sandbox, share);
            }
        }

        private void grant() {
            Slot handed = slot;
            if (handed != null) {
                granted.accept(handed);
            }
        }
    }

    /** A taken slot. */
    public final class Slot implements Asked {
        private final SandboxId sandbox;
        private final Share share;
        private boolean released;

        private Slot(SandboxId sandbox, Share share) {
            this.sandbox = sandbox;
            this.share = share;
        }

        /** Releases the slot and hands it to the next caller that waits; a second call does nothing. */
        public void release() {
            Place next;
            synchronized (SlotQueue.this) {
                if (released) {
                    return;
                }
                released = true;
                used--;
                share.used--;
                next = next(share);
                forgetIfUnused(sandbox, share);
            }
            if (next != null) {
                next.grant();
            }
        }
    }
}
