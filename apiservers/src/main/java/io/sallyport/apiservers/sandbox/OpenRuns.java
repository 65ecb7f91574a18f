package io.sallyport.apiservers.sandbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The runs of a gateway that have not ended: so many servers, no more. Each is ended once, on a thread of its own. Safe
 * for concurrent use.
 */
final class OpenRuns {
    /** Servers of all sandboxes at one time. */
    static final int MAX_SERVERS = 256;

    private final int maxServers;
    private final Set<ServerRun> open = ConcurrentHashMap.newKeySet();
    private final Map<ServerRun, CompletableFuture<Void>> endings = new ConcurrentHashMap<>();
    private final Executor threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("api-servers-end-", 0).factory());
    private volatile boolean stopping;
    private int reserved; // guarded by this: servers of runs that are on their way here

    OpenRuns(int maxServers) {
        this.maxServers = maxServers;
    }

    int maxServers() {
        return maxServers;
    }

    /** Keeps room for a run with so many servers, which comes by {@link #add}; false where there is none. */
    synchronized boolean reserve(int servers) {
        int running = open.stream().mapToInt(ServerRun::running).sum();
        if (reserved + running + servers > maxServers) {
            return false;
        }
        reserved += servers;
        return true;
    }

    /** Takes {@code run}, to end it at once where all were stopped. */
    void add(ServerRun run) {
        synchronized (this) {
            reserved -= run.wanted();
            open.add(run);
        }
        if (stopping) {
            var _ = end(run, ServerRun::stop);
        }
    }

    Collection<ServerRun> all() {
        return open;
    }

    /**
     * Ends {@code run} by {@code how}, which may block, if nobody has before; complete when that is done. Returns at
     * once.
     */
    CompletableFuture<Void> end(ServerRun run, Consumer<? super ServerRun> how) {
        CompletableFuture<Void> ending = endings.computeIfAbsent(run, _ -> open.contains(run) ? begun(run, how) : null);
        return ending == null ? CompletableFuture.completedFuture(null) : ending;
    }

    private CompletableFuture<Void> begun(ServerRun run, Consumer<? super ServerRun> how) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        how.accept(run);
                    } finally {
                        open.remove(run);
                        endings.remove(run);
                    }
                },
                threads);
    }

    /** Stops those that are there, and whatever comes later; returns when they are gone. */
    void stopAll() {
        stopping = true;
        List<CompletableFuture<Void>> all = new ArrayList<>();
        open.forEach(run -> all.add(end(run, ServerRun::stop)));
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();
    }
}
