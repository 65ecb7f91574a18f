package io.sallyport.cli.command;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a result that may take long, and reports progress meanwhile. */
public final class ProgressWait {
    /** The pause between two calls of {@code meanwhile}. */
    private static final long EACH_MILLIS = 100;

    private ProgressWait() {}

    /**
     * Returns the result of {@code wanted}.
     *
     * @param meanwhile called on this thread at once and then ten times a second; must not take long
     * @throws ExecutionException as {@code wanted} does
     */
    public static <T> T until(Future<T> wanted, Runnable meanwhile) throws InterruptedException, ExecutionException {
        while (true) {
            meanwhile.run();
            try {
                return wanted.get(EACH_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // call it again
            }
        }
    }
}
