package io.sallyport.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.landing.Executables;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers fetches, whichever door they came by, and leaves a record of each. Safe for concurrent use; nothing here blocks
 * its caller: each fetch runs on a virtual thread of its own, of which there is a bound.
 */
public final class FetchDesk implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FetchDesk.class);
    /** Fetches under way, those that wait for another of the same skill included. */
    private static final int MAX_FETCHES = 512;

    private static final long CLOSE_SECONDS = 5;

    private final FetchMeans means;
    private final Semaphore places = new Semaphore(MAX_FETCHES);
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("fetch-", 0).factory());

    private FetchDesk(FetchMeans means) {
        this.means = means;
    }

    /**
     * A desk.
     *
     * @param isOffline whether only what is kept already is served
     * @param wall for records and for what is kept
     * @param nanoClock elapsed nanoseconds
     */
    public static FetchDesk of(
            ForgeClient forges,
            SkillCache cache,
            boolean isOffline,
            Executables executables,
            AuditLog audit,
            InstantSource wall,
            LongSupplier nanoClock) {
        return new FetchDesk(new FetchMeans(
                forges,
                cache,
                isOffline,
                executables,
                audit,
                wall,
                nanoClock,
                new Flights<>(),
                new ScanMemory(),
                new Walks()));
    }

    /**
     * A fetch of {@code run}.
     *
     * @param body as it came
     * @param asArchive whether the skill itself is wanted, and not where it lies
     * @param answered called once, on a thread of the desk's or the audit's
     */
    public void fetch(FetchRun run, byte[] body, boolean asArchive, Consumer<FetchAnswer> answered) {
        FetchTrace trace = trace(run);
        if (!places.tryAcquire()) {
            refuse(trace, Refused.tooBusy(), answered);
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    work(run, trace, body, asArchive, answered);
                } finally {
                    places.release();
                }
            });
        } catch (RejectedExecutionException _) {
            places.release();
            refuse(trace, Refused.internal("the gateway is shutting down"), answered);
        }
    }

    /**
     * A request that comes to nothing before its body was read.
     *
     * @param run null where nobody is known
     */
    public void refuse(@Nullable FetchRun run, Refused refused, Consumer<FetchAnswer> answered) {
        refuse(trace(run), refused, answered);
    }

    private void refuse(FetchTrace trace, Refused refused, Consumer<FetchAnswer> answered) {
        // Refused it is, recorded or not.
        means.audit()
                .append(
                        trace.record(refused, means.nanoClock().getAsLong()),
                        Runnable::run,
                        _ -> answered.accept(new FetchAnswer.Failed(refused)));
    }

    private FetchTrace trace(@Nullable FetchRun run) {
        return new FetchTrace(
                means.audit().nextId(), means.wall().millis(), means.nanoClock().getAsLong(), run);
    }

    private void work(FetchRun run, FetchTrace trace, byte[] body, boolean asArchive, Consumer<FetchAnswer> answered) {
        try {
            FetchAnswer answer = new FetchWork(means, run, trace).run(FetchBody.url(body), asArchive);
            means.audit()
                    .append(
                            trace.record(null, means.nanoClock().getAsLong()),
                            Runnable::run,
                            inSink -> answered.accept(inSink ? answer : unrecorded(run)));
        } catch (RefusedException e) {
            refuse(trace, e.refused(), answered);
        } catch (RuntimeException e) {
            LOG.error("a fetch failed", e);
            refuse(trace, Refused.internal(e.toString()), answered);
        }
    }

    private static FetchAnswer unrecorded(FetchRun run) {
        run.allowance().giveBack();
        return new FetchAnswer.Failed(Refused.notRecorded());
    }

    /** Lets what runs finish for a while, then gives it up. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException _) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
