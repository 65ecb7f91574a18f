package io.sallyport.gateway.serve;

import io.sallyport.control.Accounts;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs {@link Accounts#tick} on its own thread. */
final class LedgerTimer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerTimer.class);
    private static final long TICK_MILLIS = 250;
    private static final long END_SECONDS = 10;

    private final Accounts accounts;
    private final ScheduledExecutorService thread;
    private final List<Future<?>> ticking;

    private LedgerTimer(Accounts accounts, ScheduledExecutorService thread, List<Future<?>> ticking) {
        this.ticking = ticking;
        this.accounts = accounts;
        this.thread = thread;
    }

    /** @param writeAgain retries writes of what is already in force, and ends what has expired; run once a second */
    static LedgerTimer start(Accounts accounts, Runnable writeAgain) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("ledger").daemon().factory());
        Future<?> ticking =
                thread.scheduleWithFixedDelay(() -> tick(accounts), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        Future<?> retrying = thread.scheduleWithFixedDelay(() -> retry(writeAgain), 1, 1, TimeUnit.SECONDS);
        return new LedgerTimer(accounts, thread, List.of(ticking, retrying));
    }

    /** Catches every fault, so that a bug does not stop the timer. */
    private static void tick(Accounts accounts) {
        try {
            accounts.tick(System.nanoTime());
        } catch (RuntimeException e) {
            LOG.error("the ledger was not looked at", e);
        }
    }

    private static void retry(Runnable writeAgain) {
        try {
            writeAgain.run();
        } catch (RuntimeException e) {
            LOG.error("what is not written was not tried again", e);
        }
    }

    /** Stops ticking, then writes the exact spending. */
    @Override
    public void close() {
        ticking.forEach(one -> one.cancel(false));
        thread.shutdown();
        try {
            if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the ledger's thread still writes");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        accounts.close();
    }
}
