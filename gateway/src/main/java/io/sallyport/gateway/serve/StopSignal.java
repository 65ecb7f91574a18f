package io.sallyport.gateway.serve;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Stop requests from signals: the first asks for an orderly shutdown, the second for an immediate one. Safe for
 * concurrent use.
 */
public final class StopSignal {
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final CompletableFuture<Void> hurry = new CompletableFuture<>();

    /** Called for each signal. */
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

    /** Returns whether the first signal came. */
    public boolean isAsked() {
        return asked.isDone();
    }

    /** Waits for the first signal, at most {@code most}. */
    void awaitAtMost(Duration most) {
        pause(asked, most);
    }

    /** Returns a stage that completes with the second signal. */
    CompletionStage<Void> hurry() {
        return hurry.copy();
    }

    /** Waits for {@code most}, or until a second signal or an interrupt. */
    void pause(Duration most) {
        pause(hurry, most);
    }

    private static void pause(CompletableFuture<Void> end, Duration most) {
        try {
            end.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException _) {
            return; // the time is over
        }
    }
}
