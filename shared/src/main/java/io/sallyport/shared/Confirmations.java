package io.sallyport.shared;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which gateways have the changes of this process in force. A change that nobody asks about is forgotten after {@link
 * #KEPT_MILLIS}. Safe for concurrent use.
 */
final class Confirmations {
    private static final long KEPT_MILLIS = 10_000;

    private final Map<SharedChange, Waiting> all = new ConcurrentHashMap<>();

    /** A generation of a record that came in force, or up to which it is gone: who confirms one has not the other. */
    record SharedChange(String name, long generation, boolean isGone) {}

    private static final class Waiting {
        private int gateways = 1; // guarded by this, as is all
        private int of = Integer.MAX_VALUE;
        private final CompletableFuture<@Nullable Confirmed> done = new CompletableFuture<>();

        private synchronized void add() {
            gateways++;
            judge();
        }

        private synchronized void among(int there) {
            of = Math.max(1, there);
            judge();
        }

        private void judge() {
            if (gateways >= of) {
                done.complete(new Confirmed(gateways, Math.max(gateways, of)));
            }
        }

        private synchronized @Nullable Confirmed soFar() {
            return of == Integer.MAX_VALUE ? null : new Confirmed(gateways, Math.max(gateways, of));
        }
    }

    /** Called before the store hears of the change: gateways may confirm before it has answered. */
    void begin(SharedChange change) {
        var waiting = new Waiting();
        all.put(change, waiting);
        CompletableFuture.delayedExecutor(KEPT_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> all.remove(change, waiting));
    }

    /** So many gateways are there. */
    void among(SharedChange change, int gateways) {
        Waiting waiting = all.get(change);
        if (waiting != null) {
            waiting.among(gateways);
        }
    }

    /** The store did not take it. */
    void forget(SharedChange change) {
        all.remove(change);
    }

    boolean isOwn(SharedChange change) {
        return all.containsKey(change);
    }

    /** Another gateway has it in force. */
    void confirmed(SharedChange change) {
        Waiting waiting = all.get(change);
        if (waiting != null) {
            waiting.add();
        }
    }

    /**
     * Completes once all gateways have it in force, or after {@code millis} with how many have; with null where the
     * store has not said of how many, and at once where it is no change of this process that is known still.
     */
    CompletionStage<@Nullable Confirmed> await(SharedChange change, long millis) {
        Waiting waiting = all.get(change);
        if (waiting == null) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
                .execute(() -> waiting.done.complete(waiting.soFar()));
        return waiting.done;
    }
}
