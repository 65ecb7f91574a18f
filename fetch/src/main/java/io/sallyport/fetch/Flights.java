package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.fetch.tree.Sha256;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One fetch in flight for each hash: whoever comes second waits for the first. Its failure is theirs too where they asked
 * for the same place; others try their own. Safe for concurrent use.
 *
 * @param <T> what a fetch comes to
 */
final class Flights<T> {
    private final ConcurrentHashMap<Sha256, Flight<T>> flights = new ConcurrentHashMap<>();

    private record Flight<T>(String place, CompletableFuture<Landed<T>> end) {}

    /** How a flight ended; one of the two is null. */
    private record Landed<T>(@Nullable T value, @Nullable Refused refused) {}

    /** The work of whoever comes first. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws RefusedException;
    }

    /**
     * Runs {@code work}, or waits for the one who does.
     *
     * @param place where it comes from
     */
    T fly(Sha256 hash, String place, Deadline deadline, Work<T> work) throws RefusedException {
        while (true) {
            var own = new Flight<T>(place, new CompletableFuture<>());
            Flight<T> other = flights.putIfAbsent(hash, own);
            if (other == null) {
                return lead(hash, own, work);
            }
            Landed<T> landed = await(other, deadline);
            if (landed.value != null) {
                return landed.value;
            }
            if (landed.refused != null && other.place.equals(place)) {
                throw new RefusedException(landed.refused);
            }
        }
    }

    private T lead(Sha256 hash, Flight<T> own, Work<T> work) throws RefusedException {
        var end = new Landed<T>(null, Refused.internal("the fetch that was waited for broke off"));
        try {
            T value = work.run();
            end = new Landed<>(value, null);
            return value;
        } catch (RefusedException e) {
            end = new Landed<>(null, e.refused());
            throw e;
        } finally {
            flights.remove(hash, own);
            own.end.complete(end);
        }
    }

    private static <T> Landed<T> await(Flight<T> other, Deadline deadline) throws RefusedException {
        try {
            return other.end.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new RefusedException(Refused.forgeFailed(
                    ReasonCode.CONNECT_TIMEOUT, "another fetch of the same skill did not end in time"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(Refused.forgeFailed(ReasonCode.SHUTTING_DOWN, "the fetch was given up"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a flight ends with a value", e);
        }
    }
}
