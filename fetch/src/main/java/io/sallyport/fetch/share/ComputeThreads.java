package io.sallyport.fetch.share;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Work that keeps a processor busy for as long as a fetch may take. Virtual threads give none back before they wait,
 * and as many run as there are processors: so it has threads of the system's, of which there are few. Safe for
 * concurrent use; it blocks its caller.
 */
public final class ComputeThreads {
    private final ConcurrencyLimit places;
    private final ExecutorService threads;
    private final BiFunction<ReasonCode, String, FetchRefusal> failed;

    /**
     * So many threads.
     *
     * @param name of the threads
     * @param mostEach of one sandbox
     * @param failed says that there was none in time
     */
    public ComputeThreads(String name, int most, int mostEach, BiFunction<ReasonCode, String, FetchRefusal> failed) {
        this.places = new ConcurrencyLimit(most, mostEach, failed);
        this.failed = failed;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name(name + "-", 0).factory());
    }

    /**
     * What is computed; it is interrupted where nobody waits for it any longer.
     *
     * @param <T> what it comes to
     */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        T run() throws IOException, RefusedException;
    }

    /**
     * Runs {@code work} on a thread of its own, once there is one.
     *
     * @param waits run before it waits for one
     */
    public <T extends @Nullable Object> T run(SandboxId sandbox, FetchDeadline deadline, Runnable waits, Work<T> work)
            throws IOException, RefusedException {
        if (!places.tryEnter(sandbox)) {
            waits.run();
            places.enter(sandbox, deadline);
        }
        try {
            return result(threads.submit(work::run));
        } finally {
            places.leave(sandbox);
        }
    }

    private <T extends @Nullable Object> T result(Future<T> running) throws IOException, RefusedException {
        try {
            return running.get();
        } catch (InterruptedException _) {
            running.cancel(true);
            Thread.currentThread().interrupt();
            throw new RefusedException(failed.apply(ReasonCode.SHUTTING_DOWN, "the fetch was given up"));
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RefusedException refused -> throw refused;
                case IOException fault -> throw fault;
                case RuntimeException fault -> throw fault;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }
}
