package io.sallyport.gateway.control;

import io.sallyport.model.SandboxId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the changes of each sandbox one after the other in the order in which they came, and those of different sandboxes
 * side by side. Safe for concurrent use.
 */
final class Lanes {
    /** Changes of one sandbox that may wait. */
    static final int MAX_WAITING = 16;

    /** Changes that may wait or run, of all sandboxes together. */
    static final int MAX_CHANGES = 4096;

    private final Executor threads;
    private final ReentrantLock lock = new ReentrantLock(); // guards what follows; nothing is run under it
    private final Map<SandboxId, Queue<Runnable>> waiting = new HashMap<>();
    private int changes;

    /**
     * Lanes without work.
     *
     * @param threads may block
     */
    Lanes(Executor threads) {
        this.threads = threads;
    }

    /** Runs {@code change} when those before it have ended; false where too many wait, and then it never runs. */
    boolean offer(SandboxId id, Runnable change) {
        lock.lock();
        try {
            Queue<Runnable> lane = waiting.get(id);
            if (changes == MAX_CHANGES || (lane != null && lane.size() == MAX_WAITING)) {
                return false;
            }
            changes++;
            if (lane != null) {
                lane.add(change);
                return true;
            }
            waiting.put(id, new ArrayDeque<>());
        } finally {
            lock.unlock();
        }
        threads.execute(() -> drain(id, change));
        return true;
    }

    private void drain(SandboxId id, Runnable first) {
        for (Runnable change = first; change != null; change = next(id)) {
            change.run();
        }
    }

    private @Nullable Runnable next(SandboxId id) {
        lock.lock();
        try {
            changes--;
            Queue<Runnable> lane = waiting.get(id);
            Runnable change = lane == null ? null : lane.poll();
            if (change == null) {
                waiting.remove(id);
            }
            return change;
        } finally {
            lock.unlock();
        }
    }
}
