package io.sallyport.regoengine.compiler;

import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue for the one compiler. Equal requests in progress share one job; each caller counts towards its own share.
 * Safe for concurrent use: one lock, held for a few map operations, with no calls to other objects.
 */
final class CompileQueue {
    private final int length;
    private final int share;
    private final Deque<CompileJob> waiting = new ArrayDeque<>();
    private final Map<CompileJob.Key, CompileJob> underWay = new HashMap<>();
    private final Map<String, Integer> outstanding = new HashMap<>();
    private boolean isClosed;

    CompileQueue(int length, int share) {
        this.length = length;
        this.share = share;
    }

    /** The result of an attempt to enter. */
    sealed interface Entry {}

    /** The job that will answer, new or joined. */
    record Entered(CompileJob job) implements Entry {}

    record TurnedAway(Bound bound) implements Entry {}

    /** @param fresh creates the job if no equal one is in progress */
    synchronized Entry enter(String requester, CompileJob.Key key, Supplier<CompileJob> fresh) {
        if (isClosed) {
            return new TurnedAway(Bound.CLOSED);
        }
        if (outstanding.getOrDefault(requester, 0) >= share) {
            return new TurnedAway(Bound.REQUESTER_SHARE);
        }
        CompileJob job = underWay.get(key);
        if (job == null) {
            boolean isFull = waiting.size() >= length;
            if (isFull && !key.budget().ahead()) {
                return new TurnedAway(Bound.QUEUE_LENGTH);
            }
            job = fresh.get();
            add(job);
        }
        job.requesters().add(requester);
        outstanding.merge(requester, 1, Integer::sum);
        return new Entered(job);
    }

    private void add(CompileJob job) {
        underWay.put(job.key(), job);
        if (job.budget().ahead()) {
            waiting.addFirst(job);
        } else {
            waiting.addLast(job);
        }
        notifyAll();
    }

    /** Waits for the next job; returns null once closed. */
    synchronized @Nullable CompileJob take() throws InterruptedException {
        while (waiting.isEmpty() && !isClosed) {
            wait();
        }
        return isClosed ? null : waiting.removeFirst();
    }

    /** Removes a job, so that no caller joins it any more; must be called before it is completed. */
    synchronized void leave(CompileJob job) {
        underWay.remove(job.key());
        for (String requester : job.requesters()) {
            outstanding.computeIfPresent(requester, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    synchronized boolean isClosed() {
        return isClosed;
    }

    /** Closes the queue; returns the jobs that waited. */
    synchronized List<CompileJob> close() {
        isClosed = true;
        List<CompileJob> left = List.copyOf(waiting);
        waiting.clear();
        notifyAll();
        return left;
    }
}
