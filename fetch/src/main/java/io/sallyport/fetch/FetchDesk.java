package io.sallyport.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.share.BoundedFlights;
import io.sallyport.fetch.share.Places;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
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

    private static final int MAX_FETCHES_EACH = 64;

    /** Skills that are got from forges at one time: each may hold its largest file in memory. */
    private static final int MAX_WALKS = 6;

    private static final int MAX_WALKS_EACH = 2;

    /** Single files that are got at one time: each holds one read in memory. */
    private static final int MAX_DOWNLOADS = 64;

    private static final int MAX_DOWNLOADS_EACH = 8;

    static final Duration CLOSE_TIME = Duration.ofSeconds(5);

    private final FetchMeans means;
    private final Places places = new Places(MAX_FETCHES, MAX_FETCHES_EACH, Refused::forgeFailed);
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
            FileClient files,
            SkillCache cache,
            boolean isOffline,
            Executables executables,
            AuditLog audit,
            InstantSource wall,
            LongSupplier nanoClock) {
        return new FetchDesk(new FetchMeans(
                forges,
                files,
                cache,
                isOffline,
                executables,
                audit,
                wall,
                nanoClock,
                new BoundedFlights<>(MAX_WALKS, MAX_WALKS_EACH, Refused::forgeFailed),
                new BoundedFlights<>(MAX_DOWNLOADS, MAX_DOWNLOADS_EACH, Refused::fileFailed),
                new Scans(),
                new LookUps()));
    }

    /**
     * A fetch of {@code run}.
     *
     * @param body as it came
     * @param answered called once, on a thread of the desk's or the audit's
     */
    public void fetch(FetchRun run, byte[] body, Wanted wanted, Consumer<FetchAnswer> answered) {
        FetchTrace trace = trace(run);
        if (!places.tryEnter(run.sandbox())) {
            refuse(trace, Refused.tooBusy(), answered);
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    work(run, trace, body, wanted, answered);
                } finally {
                    places.leave(run.sandbox());
                }
            });
        } catch (RejectedExecutionException _) {
            places.leave(run.sandbox());
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

    private void work(FetchRun run, FetchTrace trace, byte[] body, Wanted wanted, Consumer<FetchAnswer> answered) {
        try {
            FetchBody asked = FetchBody.parse(body);
            FetchAnswer answer = asked.isFile()
                    ? new FileWork(means, run, trace).run(asked.url(), wanted)
                    : new SkillWork(means, run, trace).run(asked.url(), wanted);
            count(run, trace);
            means.audit()
                    .append(
                            trace.record(null, means.nanoClock().getAsLong()),
                            Runnable::run,
                            inSink -> answered.accept(inSink ? answer : unrecorded(run, trace)));
        } catch (RefusedException e) {
            refuse(trace, e.refused(), answered);
        } catch (RuntimeException | Error e) {
            LOG.error("a fetch failed", e);
            refuse(trace, Refused.internal(e.toString()), answered);
        }
    }

    /** A success counts before it is told. */
    private static void count(FetchRun run, FetchTrace trace) throws RefusedException {
        if (!trace.isCounted()) {
            return;
        }
        run.allowance().serve();
        try {
            FetchCosts.keepCounts(run);
        } catch (RefusedException e) {
            takeBack(run);
            throw e;
        }
    }

    private static void takeBack(FetchRun run) {
        run.allowance().unserve();
        run.allowance().giveBack();
    }

    private static FetchAnswer unrecorded(FetchRun run, FetchTrace trace) {
        if (trace.isCounted()) {
            takeBack(run);
        }
        return new FetchAnswer.Failed(Refused.notRecorded());
    }

    /** Lets what runs finish for a while, then gives it up. */
    @Override
    public void close() {
        close(CLOSE_TIME.toNanos());
    }

    /** @param nanos how long it may go on; 0 or less: not at all */
    void close(long nanos) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(nanos, TimeUnit.NANOSECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException _) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
