package io.sallyport.cli.command;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what may take long, and does something meanwhile, as telling that it waits. */
public final class ProgressWait {
    /** Between two turns of what is done meanwhile. */
    private static final long EACH_MILLIS = 100;

    private ProgressWait() {}

    /**
     * What {@code wanted} comes to.
     *
     * @param meanwhile done on this thread at once, and then ten times a second; it must not take long
     * @throws ExecutionException as {@code wanted} does
     */
    public static <T> T until(Future<T> wanted, Runnable meanwhile) throws InterruptedException, ExecutionException {
        while (true) {
            meanwhile.run();
            try {
                return wanted.get(EACH_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // another turn
            }
        }
    }
}
