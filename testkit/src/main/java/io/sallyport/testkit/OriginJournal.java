package io.sallyport.testkit;

import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The connections and requests that an origin has seen; tests wait on it. Safe for concurrent use. */
final class OriginJournal {
    static final AttributeKey<OriginJournal> KEY = AttributeKey.valueOf(OriginJournal.class, "journal");
    static final AttributeKey<Integer> CONNECTION = AttributeKey.valueOf(OriginJournal.class, "connection");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private Seen seen = new Seen(0, 0, 0, List.of());

    /** The state at one moment. */
    record Seen(int connections, int closed, long bodyBytes, List<ReceivedRequest> received) {
        Seen {
            received = List.copyOf(received);
        }
    }

    int connections() {
        return now().connections();
    }

    List<ReceivedRequest> received() {
        return now().received();
    }

    /** Records a new connection and returns its number. */
    int opened() {
        return move(was -> new Seen(was.connections() + 1, was.closed(), was.bodyBytes(), was.received()))
                .connections();
    }

    void ended() {
        move(was -> new Seen(was.connections(), was.closed() + 1, was.bodyBytes(), was.received()));
    }

    void bodyCame(long bytes) {
        move(was -> new Seen(was.connections(), was.closed(), was.bodyBytes() + bytes, was.received()));
    }

    void add(ReceivedRequest request) {
        move(was -> {
            List<ReceivedRequest> all = new ArrayList<>(was.received());
            all.add(request);
            return new Seen(was.connections(), was.closed(), was.bodyBytes(), all);
        });
    }

    Seen await(String what, Predicate<Seen> enough, Duration atMost) {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (!enough.test(seen)) {
                if (left <= 0) {
                    throw new AssertionError("still waiting for " + what + " after " + atMost + ": " + seen);
                }
                left = moved.awaitNanos(left);
            }
            return seen;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + what, e);
        } finally {
            lock.unlock();
        }
    }

    private Seen now() {
        lock.lock();
        try {
            return seen;
        } finally {
            lock.unlock();
        }
    }

    private Seen move(UnaryOperator<Seen> step) {
        lock.lock();
        try {
            seen = step.apply(seen);
            moved.signalAll();
            return seen;
        } finally {
            lock.unlock();
        }
    }
}
