package io.sallyport.control;

import io.sallyport.control.store.StateException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the changes of each lane one at a time, in order of arrival; different lanes run in parallel. Each sandbox has a
 * lane, named by its id, and the guardrails have one. Safe for concurrent use.
 */
final class ChangeQueues {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeQueues.class);

    /** Limit of waiting changes in one lane. */
    static final int MAX_WAITING = 16;

    /** How far a removal may exceed either limit. */
    static final int KEPT_FOR_REMOVALS = 4;

    /** Limit of waiting and running changes of all lanes together. */
    static final int MAX_CHANGES = 4096;

    private final Executor threads;
    private final ReentrantLock lock = new ReentrantLock(); // guards the fields below; never held while a change runs
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();
    private int changes;

    /**
     * Creates queues without lanes.
     *
     * @param threads runs the lanes; its tasks may block
     */
    ChangeQueues(Executor threads) {
        this.threads = threads;
    }

    /** One change. */
    interface Change<T> {
        T made() throws StateException;
    }

    /**
     * Runs {@code change} after those before it in its lane. The stage completes with its result, or with {@code full},
     * without running it, if too many wait; it completes exceptionally if the change fails.
     */
    <T> CompletionStage<T> run(String lane, Change<T> change, T full) {
        var answer = new CompletableFuture<T>();
        if (!offer(lane, () -> complete(answer, change), 0)) {
            answer.complete(full);
        }
        return answer;
    }

    /** Runs a change that has room left when others are already refused. Returns false, and never runs it, if full. */
    boolean offerRemoval(String lane, Runnable removal) {
        return offer(lane, removal, KEPT_FOR_REMOVALS);
    }

    /** The outer edge of a change: reports every failure to the caller. */
    static <T> void complete(CompletableFuture<T> answer, Change<T> change) {
        try {
            answer.complete(change.made());
        } catch (StateException | RuntimeException | Error e) {
            LOG.error("a change of policy failed", e);
            answer.completeExceptionally(e);
        }
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
