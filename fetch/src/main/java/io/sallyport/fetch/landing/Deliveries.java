package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.fetch.share.SharedCalls;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What landed for one sandbox, and where: each is delivered once, whoever asks for it meanwhile waits. What is copied
 * counts, whatever becomes of it. Safe for concurrent use; blocks.
 *
 * @param <P> a place where something landed
 */
final class Deliveries<P> {
    private final LandingBounds bounds;
    private final SharedCalls<P> skills = new SharedCalls<>((_, detail) -> FetchRefusal.cannotDeliver(detail));
    private final SharedCalls<P> files = new SharedCalls<>((_, detail) -> FetchRefusal.cannotDeliverFile(detail));
    private final Map<String, P> landed = new HashMap<>(); // guarded by this; no more than were begun
    private int begun; // guarded by this
    private long bytes; // guarded by this
    private boolean isEnded; // guarded by this

    Deliveries(LandingBounds bounds) {
        this.bounds = bounds;
    }

    /** Brings something to its place; what fails otherwise than by a refusal could not be delivered. */
    @FunctionalInterface
    interface Work<P> {
        /**
         * Answers where it landed.
         *
         * @param known where it landed before, or null
         */
        P run(@Nullable P known) throws IOException, InterruptedException, RefusedException;
    }

    /** What is done while the sandbox does not end. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    P deliver(Delivery what, FetchDeadline deadline, Work<P> work) throws RefusedException {
        return (what.isDirectory() ? skills : files).run(what.key(), "", deadline, () -> {
            try {
                P at = work.run(known(what));
                keep(what, at);
                return at;
            } catch (IOException e) {
                throw what.failure(e.toString());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw what.failure("the fetch was given up");
            }
        });
    }

    private synchronized @Nullable P known(Delivery what) throws RefusedException {
        requireGoingOn(what);
        return landed.get(what.key());
    }

    private synchronized void keep(Delivery what, P at) {
        landed.put(what.key(), at);
    }

    /** Refuses once the sandbox is no more. */
    synchronized void requireGoingOn(Delivery what) throws RefusedException {
        if (isEnded) {
            throw what.failure("the sandbox is no more");
        }
    }

    /** Takes one of the copies that a sandbox may have, and the bytes of it. */
    synchronized void begin(Delivery what) throws RefusedException {
        requireGoingOn(what);
        if (begun >= bounds.times()) {
            throw new RefusedException(FetchRefusal.overLimit("as much was delivered to the run, as often, as may be"));
        }
        if (what.bytes() > bounds.bytes() - bytes) {
            throw new RefusedException(FetchRefusal.overLimit("the run was delivered as many bytes as may be"));
        }
        begun++;
        bytes += what.bytes();
    }

    /** Runs {@code step} where the sandbox has not ended, which waits for it. */
    synchronized void whileGoingOn(Delivery what, Step step) throws IOException, RefusedException {
        requireGoingOn(what);
        step.run();
    }

    /** From now on nothing is delivered. */
    synchronized void end() {
        isEnded = true;
    }
}
