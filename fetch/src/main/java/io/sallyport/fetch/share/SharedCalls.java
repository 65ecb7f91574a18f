package io.sallyport.fetch.share;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

/**
 * One call at a time for each key: whoever comes second waits for the first. Its failure is theirs too where they are
 * of the same party, and where it is not for a limit of the first one's own, as its time is; others try for themselves.
 * Safe for concurrent use.
 *
 * @param <T> what a call comes to
 */
public final class SharedCalls<T> {
    private final ConcurrentHashMap<String, SharedCall<T>> calls = new ConcurrentHashMap<>();
    private final BiFunction<ReasonCode, String, FetchRefusal> failed;

    /** @param failed says that the one who was waited for did not come to an end */
    public SharedCalls(BiFunction<ReasonCode, String, FetchRefusal> failed) {
        this.failed = failed;
    }

    private record SharedCall<T>(String party, CompletableFuture<Ended<T>> end) {}

    /** How a call ended for those who waited. */
    private sealed interface Ended<T> {}

    private record Arrived<T>(T value) implements Ended<T> {}

    private record Failed<T>(FetchRefusal refused) implements Ended<T> {}

    /** It says nothing of theirs: they try for themselves. */
    private record LetGo<T>() implements Ended<T> {}

    /**
     * The work of whoever comes first.
     *
     * @param <T> what it comes to
     */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws RefusedException;
    }

    /**
     * Runs {@code work}, or waits for the one who does.
     *
     * @param key what is wanted
     * @param party those who share failures
     */
    public T run(String key, String party, FetchDeadline deadline, Work<T> work) throws RefusedException {
        while (true) {
            var own = new SharedCall<T>(party, new CompletableFuture<>());
            SharedCall<T> other = calls.putIfAbsent(key, own);
            if (other == null) {
                return lead(key, own, deadline, work);
            }
            switch (await(other, deadline)) {
                case Arrived<T>(T value) -> {
                    return value;
                }
                case Failed<T>(FetchRefusal refused)
                when other.party.equals(party) -> throw new RefusedException(refused);
                case Failed<T> _, LetGo<T> _ -> {}
            }
        }
    }

    /** For who leads and has to wait for a limit of his own: those who wait for him try for themselves from now on. */
    public void letGo(String key) {
        SharedCall<T> led = calls.remove(key);
        if (led != null) {
            led.end.complete(new LetGo<>());
        }
    }

    private T lead(String key, SharedCall<T> own, FetchDeadline deadline, Work<T> work) throws RefusedException {
        Ended<T> end = new Failed<>(FetchRefusal.internal("what was waited for broke off"));
        try {
            T value = work.run();
            end = new Arrived<>(value);
            return value;
        } catch (RefusedException e) {
            end = isOwn(e.refused(), deadline) ? new LetGo<>() : new Failed<>(e.refused());
            throw e;
        } finally {
            calls.remove(key, own);
            own.end.complete(end);
        }
    }

    private static boolean isOwn(FetchRefusal refused, FetchDeadline deadline) {
        return refused.reason() == ReasonCode.RATE_LIMITED
                || refused.reason() == ReasonCode.SHUTTING_DOWN
                || deadline.remainingNanos() == 0;
    }

    private Ended<T> await(SharedCall<T> other, FetchDeadline deadline) throws RefusedException {
        try {
            return other.end.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new RefusedException(
                    failed.apply(ReasonCode.CONNECT_TIMEOUT, "another that does the same did not end in time"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(failed.apply(ReasonCode.SHUTTING_DOWN, "the fetch was given up"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call ends with a value", e);
        }
    }
}
