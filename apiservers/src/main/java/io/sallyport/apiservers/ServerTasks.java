package io.sallyport.apiservers;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done for one server beside the loop, since it may block: one thing after the other. Safe for concurrent use.
 */
final class ServerTasks {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTasks.class);

    private final Executor threads;
    private CompletableFuture<?> last = CompletableFuture.completedFuture("nothing");

    ServerTasks(Executor threads) {
        this.threads = threads;
    }

    /** Does {@code errand} when all before it are done, whatever came of them. */
    synchronized void then(Runnable errand) {
        last = last.thenRunAsync(() -> attempt(errand), threads);
    }

    private static void attempt(Runnable errand) {
        try {
            errand.run();
        } catch (RuntimeException e) {
            LOG.error("what is done for an API server failed", e);
        }
    }
}
