package io.sallyport.fetch.share;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * So many places in all, and fewer for each sandbox, so that none takes all of them. Who waits for one of its own
 * sandbox's stands in nobody else's way. Safe for concurrent use.
 */
public final class ConcurrencyLimit {
    private final Semaphore all;
    private final int mostEach;
    private final BiFunction<ReasonCode, String, FetchRefusal> failed;
    private final ConcurrentHashMap<SandboxId, Share> shares = new ConcurrentHashMap<>();

    /**
     * So many places.
     *
     * @param mostEach of one sandbox
     * @param failed says that there was none in time
     */
    public ConcurrencyLimit(int most, int mostEach, BiFunction<ReasonCode, String, FetchRefusal> failed) {
        this.all = new Semaphore(most, true);
        this.mostEach = mostEach;
        this.failed = failed;
    }

    /** @param users those who have a place of it, and those who wait for one */
    private record Share(Semaphore free, int users) {}

    /** Takes a place if there is one; each true is paired with one {@link #leave}. Never blocks. */
    public boolean tryEnter(SandboxId sandbox) {
        Semaphore own = join(sandbox);
        boolean isOwn = own.tryAcquire();
        if (isOwn && all.tryAcquire()) {
            return true;
        }
        if (isOwn) {
            own.release();
        }
        part(sandbox);
        return false;
    }

    /** As {@link #enter(SandboxId, FetchDeadline, BiFunction)}. */
    public void enter(SandboxId sandbox, FetchDeadline deadline) throws RefusedException {
        enter(sandbox, deadline, failed);
    }

    /** Waits for a place while there is time; each return is paired with one {@link #leave}. */
    public void enter(SandboxId sandbox, FetchDeadline deadline, BiFunction<ReasonCode, String, FetchRefusal> late)
            throws RefusedException {
        Semaphore own = join(sandbox);
        boolean isIn = false;
        try {
            isIn = acquire(own, deadline);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(late.apply(ReasonCode.SHUTTING_DOWN, "the fetch was given up"));
        } finally {
            if (!isIn) {
                part(sandbox);
            }
        }
        if (!isIn) {
            throw new RefusedException(
                    late.apply(ReasonCode.CONNECT_TIMEOUT, "others kept the places for it all the time"));
        }
    }

    private boolean acquire(Semaphore own, FetchDeadline deadline) throws InterruptedException {
        long left = deadline.remainingNanos();
        if (left == 0 || !own.tryAcquire(left, TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean isIn = false;
        try {
            isIn = all.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            return isIn;
        } finally {
            if (!isIn) {
                own.release();
            }
        }
    }

    /** Gives a place of {@code sandbox} back. */
    public void leave(SandboxId sandbox) {
        all.release();
        shares.computeIfPresent(sandbox, (_, share) -> {
            share.free.release();
            return share;
        });
        part(sandbox);
    }

    private Semaphore join(SandboxId sandbox) {
        return shares.merge(
                        sandbox,
                        new Share(new Semaphore(mostEach, true), 1),
                        (share, _) -> new Share(share.free, share.users + 1))
                .free;
    }

    private void part(SandboxId sandbox) {
        shares.computeIfPresent(
                sandbox, (_, share) -> share.users == 1 ? null : new Share(share.free, share.users - 1));
    }
}
