package io.sallyport.gateway.serve;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What signals ask for: the first an end in order, a second one an end without waiting. Safe for concurrent use. */
public final class StopSignal {
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();

    /** A signal came. */
    public void signal() {
        if (!asked.complete(null)) {
            hurry.complete(null);
        }
    }

    /** Waits for the first signal. */
    public void await() throws InterruptedException {
        try {
            asked.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("it completes with nothing else", e);
        }
    }

    /** Whether the first signal came. */
    public boolean isAsked() {
        return asked.isDone();
    }

    /** Waits for the first signal, and no longer than so. */
    void awaitAtMost(Duration most) {
        pause(asked, most);
    }

    /** Completes with the second signal. */
    CompletionStage<Void> hurry() {
        return hurry.copy();
    }

    /** Waits for so long, less where a second signal comes or the thread is interrupted. */
    void pause(Duration most) {
        pause(hurry, most);
    }

    private static void pause(CompletableFuture<Void> end, Duration most) {
        try {
            end.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException _) {
            return; // it was waited for as long as it should be
        }
    }
}
