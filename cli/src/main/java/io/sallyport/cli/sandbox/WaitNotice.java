package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.ProgressWait;
import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits for an answer of the gateway and says so on a terminal. */
final class WaitNotice {
    private WaitNotice() {}

    /**
     * Returns the answer of {@code asking}.
     *
     * @param whom such as {@code the gateway}
     * @param nanoClock elapsed time
     */
    static AdminClient.Reply wait(
            Callable<AdminClient.Reply> asking, String whom, ProgressLine progress, LongSupplier nanoClock)
            throws IOException {
        long from = nanoClock.getAsLong();
        var task = new FutureTask<>(asking);
        Thread asker = Thread.ofVirtual().start(task);
        try {
            return ProgressWait.until(task, () -> {
                long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - from);
                progress.show(() -> "waiting for " + whom + ": " + seconds + " s");
            });
        } catch (InterruptedException e) {
            asker.interrupt();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failed -> throw failed;
                case RuntimeException failed -> throw failed;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
