package io.sallyport.control;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs the changes of each lane one after the other in the order in which they came, and those of different lanes side by
 * side. A sandbox is a lane, named by its id; the guardrails are one too. Safe for concurrent use.
 */
final class ChangeQueues {
    /** Changes in one lane that may wait. */
    static final int MAX_WAITING = 16;

    /** How many more there may be of each where they take something away. */
    static final int KEPT_FOR_REMOVALS = 4;

    /** Changes that may wait or run, of all lanes together. */
    static final int MAX_CHANGES = 4096;

    private final Executor threads;
    private final ReentrantLock lock = new ReentrantLock(); // guards what follows; nothing is run under it
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();
    private int changes;

    /**
     * Lanes without work.
     *
     * @param threads may block
     */
    ChangeQueues(Executor threads) {
        this.threads = threads;
    }

    /** Runs {@code change} when those before it have ended; false where too many wait, and then it never runs. */
    boolean offer(String lane, Runnable change) {
        return offer(lane, change, 0);
    }

    /** The same where others may be refused already. */
    boolean offerRemoval(String lane, Runnable removal) {
        return offer(lane, removal, KEPT_FOR_REMOVALS);
    }

    private boolean offer(String lane, Runnable change, int kept) {
        lock.lock();
        try {
            Queue<Runnable> queue = waiting.get(lane);
            if (changes >= MAX_CHANGES + kept || (queue != null && queue.size() >= MAX_WAITING + kept)) {
                return false;
            }
            changes++;
            if (queue != null) {
                queue.add(change);
                return true;
            }
            waiting.put(lane, new ArrayDeque<>());
        } finally {
            lock.unlock();
        }
        threads.execute(() -> drain(lane, change));
        return true;
    }

    private void drain(String lane, Runnable first) {
        for (Runnable change = first; change != null; change = next(lane)) {
            change.run();
        }
    }

    private @Nullable Runnable next(String lane) {
        lock.lock();
        try {
            changes--;
            Queue<Runnable> queue = waiting.get(lane);
            Runnable change = queue == null ? null : queue.poll();
            if (change == null) {
                waiting.remove(lane);
            }
            return change;
        } finally {
            lock.unlock();
        }
    }
}
