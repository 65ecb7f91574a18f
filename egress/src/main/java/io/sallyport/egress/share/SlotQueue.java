package io.sallyport.egress.share;

import io.sallyport.model.SandboxId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@link SharedPermits} with a bounded queue: whoever finds no slot waits until one is handed over. A sandbox at its own limit waits
 * for its own slots alone. Where all slots are taken, the sandboxes that wait take turns, however many of one wait. Safe for
 * concurrent use; nothing blocks, and how long a place is kept is the caller's business.
 */
public final class SlotQueue {
    private final Limits limits;
    private final Map<SandboxId, Share> shares = new HashMap<>();
    private final SequencedSet<Share> turns = new LinkedHashSet<>(); // below their own limit, they wait for any slot
    private int used;
    private int waiting;

    public SlotQueue(Limits limits) {
        this.limits = limits;
    }

    /**
     * How many there are.
     *
     * @param perSandbox slots of one sandbox, at least 1
     * @param total slots of all, at least 1
     * @param waitingPerSandbox places in the queue of one sandbox
     * @param waiting places in the queue of all
     */
    public record Limits(int perSandbox, int total, int waitingPerSandbox, int waiting) {
        public Limits {
            if (perSandbox < 1 || total < 1 || waitingPerSandbox < 0 || waiting < 0) {
                throw new IllegalArgumentException("slots: " + perSandbox + " of " + total + " (expected: at least 1), "
                        + "waiting: " + waitingPerSandbox + " of " + waiting + " (expected: at least 0)");
            }
        }
    }

    /** What was got by asking. */
    public sealed interface Asked {}

    /** Neither a slot nor a place. */
    public record Full() implements Asked {}

    /** One sandbox's part. Guarded by the queue. */
    private static final class Share {
        private final SequencedSet<Place> waiting = new LinkedHashSet<>();
        private int used;
    }

    /**
     * A slot, or else a place in the queue, or else neither.
     *
     * @param granted takes the slot of a place, once, on the thread that released it; never where a slot is got at once
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

    /** How many slots are taken now. */
    public synchronized int taken() {
        return used;
    }

    /** How many wait now. */
    public synchronized int waiting() {
        return waiting;
    }

    private Slot take(SandboxId sandbox, Share own) {
        used++;
        own.used++;
        return new Slot(sandbox, own);
    }

    /** The place whose turn it is once a slot of {@code freed} was given back: one slot is one turn. */
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

        /** Waits no longer. Where a slot was handed over before, this does nothing: the slot is to be released. */
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

    /** One of the things that may be under way. */
    public final class Slot implements Asked {
        private final SandboxId sandbox;
        private final Share share;
        private boolean released;

        private Slot(SandboxId sandbox, Share share) {
            this.sandbox = sandbox;
            this.share = share;
        }

        /** Gives it back, to whoever's turn it is; a second call does nothing. */
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
