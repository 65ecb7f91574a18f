package io.sallyport.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.share.BoundedSharedCalls;
import io.sallyport.fetch.share.ConcurrencyLimit;
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
 * Answers fetches, whichever door they came by, and leaves a record of each. Safe for concurrent use; nothing here
 * blocks its caller: each fetch runs on a virtual thread of its own, of which there is a bound.
 */
public final class FetchHandler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FetchHandler.class);
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

    private final FetchResources resources;
    private final ConcurrencyLimit places =
            new ConcurrencyLimit(MAX_FETCHES, MAX_FETCHES_EACH, FetchRefusal::forgeFailed);
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("fetch-", 0).factory());

    private FetchHandler(FetchResources resources) {
        this.resources = resources;
    }

    /**
     * A handler.
     *
     * @param isOffline whether only what is kept already is served
     * @param wall for records and for what is kept
     * @param nanoClock elapsed nanoseconds
     */
    public static FetchHandler of(
            ForgeClient forges,
            FileClient files,
            SkillCache cache,
            boolean isOffline,
            Executables executables,
            AuditLog audit,
            InstantSource wall,
            LongSupplier nanoClock) {
        return new FetchHandler(new FetchResources(
                forges,
                files,
                cache,
                isOffline,
                executables,
                audit,
                wall,
                nanoClock,
                new BoundedSharedCalls<>(MAX_WALKS, MAX_WALKS_EACH, FetchRefusal::forgeFailed),
                new BoundedSharedCalls<>(MAX_DOWNLOADS, MAX_DOWNLOADS_EACH, FetchRefusal::fileFailed),
                new SkillScans(),
                new CacheLookups()));
    }

    /**
     * A fetch of {@code run}.
     *
     * @param body as it came
     * @param answered called once, on a thread of the handler's or the audit's
     */
    public void fetch(FetchRun run, byte[] body, AcceptedAnswer accepted, Consumer<FetchAnswer> answered) {
        FetchTrace trace = trace(run);
        if (!places.tryEnter(run.sandbox())) {
            refuse(trace, FetchRefusal.TOO_BUSY, answered);
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    work(run, trace, body, accepted, answered);
                } finally {
                    places.leave(run.sandbox());
                }
            });
        } catch (RejectedExecutionException _) {
            places.leave(run.sandbox());
            refuse(trace, FetchRefusal.internal("the gateway is shutting down"), answered);
        }
    }

    /**
     * A request that comes to nothing before its body was read.
     *
     * @param run null where nobody is known
     */
    public void refuse(@Nullable FetchRun run, FetchRefusal refused, Consumer<FetchAnswer> answered) {
        refuse(trace(run), refused, answered);
    }

    private void refuse(FetchTrace trace, FetchRefusal refused, Consumer<FetchAnswer> answered) {
        // Refused it is, recorded or not.
        resources
                .audit()
                .append(
                        trace.record(refused, resources.nanoClock().getAsLong()),
                        Runnable::run,
                        _ -> answered.accept(new FetchAnswer.Failed(refused)));
    }

    private FetchTrace trace(@Nullable FetchRun run) {
        return new FetchTrace(
                resources.audit().nextId(),
                resources.wall().millis(),
                resources.nanoClock().getAsLong(),
                run);
    }

    private void work(
            FetchRun run, FetchTrace trace, byte[] body, AcceptedAnswer accepted, Consumer<FetchAnswer> answered) {
        try {
            FetchBody asked = FetchBody.parse(body);
            FetchAnswer answer = asked.isFile()
                    ? new FileFetch(resources, run, trace).run(asked.url(), accepted)
                    : new SkillFetch(resources, run, trace).run(asked.url(), accepted);
            count(run, trace);
            resources
                    .audit()
                    .append(
                            trace.record(null, resources.nanoClock().getAsLong()),
                            Runnable::run,
                            inSink -> answered.accept(inSink ? answer : unrecorded(run, trace)));
        } catch (RefusedException e) {
            refuse(trace, e.refused(), answered);
        } catch (RuntimeException | Error e) {
            LOG.error("a fetch failed", e);
            refuse(trace, FetchRefusal.internal(e.toString()), answered);
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
        return new FetchAnswer.Failed(FetchRefusal.NOT_RECORDED);
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
