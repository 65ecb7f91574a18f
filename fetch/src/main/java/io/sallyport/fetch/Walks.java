package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How many skills are got from forges at one time: each may hold its largest file in memory. Safe for concurrent use. */
final class Walks {
    private static final int MOST = 4;

    private final Semaphore free = new Semaphore(MOST, true);

    /** Waits for a place; each return is paired with one {@link #leave}. */
    void enter(Deadline deadline) throws RefusedException {
        try {
            if (free.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new RefusedException(
                Refused.forgeFailed(ReasonCode.CONNECT_TIMEOUT, "other fetches kept the forges busy all the time"));
    }

    void leave() {
        free.release();
    }
}
