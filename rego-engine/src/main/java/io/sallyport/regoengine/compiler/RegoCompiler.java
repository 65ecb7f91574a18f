package io.sallyport.regoengine.compiler;

import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import io.sallyport.regoengine.compiler.CompileOutcome.Unavailable;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * OPA's own compiler (1.22.2): Rego in, OPA's IR plan or OPA's errors out, the same as native OPA gives.
 *
 * <p>There is one instance, which one thread runs, started at the first request (1.5 to 3 s, 17 MiB; a gateway whose
 * users bring no Rego never pays). Requests wait in a queue with a bound and a share for each requester; equal ones that
 * are under way are compiled once. A request that takes too much time, memory or stack costs the instance, not the
 * process: the next one gets a new one (0.3 s).
 *
 * <p>Safe for concurrent use. Nothing here blocks the caller, but for the digest of the sources.
 */
public final class RegoCompiler implements AutoCloseable {
    private final CompilerSettings settings;
    private final LongSupplier nanoClock;
    private final Supplier<CompilerInstance> instances;
    private final CompileQueue queue;
    private @Nullable Thread thread; // guarded by this

    /** @param nanoClock elapsed time, by which waiting is measured */
    public RegoCompiler(CompilerSettings settings, LongSupplier nanoClock) {
        this(settings, nanoClock, () -> new OpaInstance(settings.maxMemoryBytes()));
    }

    /** @param instances called on the compiler's thread */
    RegoCompiler(CompilerSettings settings, LongSupplier nanoClock, Supplier<CompilerInstance> instances) {
        this.settings = settings;
        this.nanoClock = nanoClock;
        this.instances = instances;
        queue = new CompileQueue(settings.queueLength(), settings.requesterShare());
    }

    /**
     * Compiles, some time.
     *
     * @param requester whose share of the queue this is: a sandbox's id, for example
     * @return never fails; completed on the compiler's thread, so whoever has more to do with it than to hand it over
     *     continues elsewhere
     */
    public CompletionStage<CompileOutcome> compile(CompileRequest request, String requester, CompileBudget budget) {
        Unavailable tooLarge = tooLarge(request, budget);
        if (tooLarge != null) {
            return CompletableFuture.completedStage(tooLarge);
        }
        var key = new CompileJob.Key(request.digest(), budget);
        CompileQueue.Entry entry = queue.enter(
                requester, key, () -> new CompileJob(key, RequestJson.write(request), nanoClock.getAsLong()));
        return switch (entry) {
            case CompileQueue.TurnedAway(Bound bound) -> CompletableFuture.completedStage(turnedAway(bound));
            case CompileQueue.Entered(CompileJob job) -> {
                start();
                yield job.outcome().minimalCompletionStage();
            }
        };
    }

    /** Ends the thread; what waits or runs is answered with {@link Bound#CLOSED}. */
    @Override
    public void close() {
        for (CompileJob job : queue.close()) {
            queue.leave(job);
            job.outcome().complete(turnedAway(Bound.CLOSED));
        }
        synchronized (this) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    private synchronized void start() {
        if (thread == null) {
            thread = CompilerThread.start(settings, queue, nanoClock, instances);
        }
    }

    private static @Nullable Unavailable tooLarge(CompileRequest request, CompileBudget budget) {
        if (request.files().size() > budget.maxFiles()) {
            return new Unavailable(
                    Bound.FILE_COUNT, request.files().size() + " files (at most " + budget.maxFiles() + ")");
        }
        long bytes = sourceBytes(request, budget.maxSourceBytes());
        if (bytes > budget.maxSourceBytes()) {
            return new Unavailable(
                    Bound.SOURCE_BYTES, "more than " + budget.maxSourceBytes() + " bytes of Rego and file names");
        }
        return null;
    }

    /** At least the number of bytes, once that is more than {@code enough}. */
    private static long sourceBytes(CompileRequest request, int enough) {
        long bytes = 0;
        for (var file : request.files().entrySet()) {
            bytes += file.getKey().length();
            bytes += file.getValue().length();
            if (bytes > enough) {
                return bytes;
            }
        }
        bytes = 0;
        for (var file : request.files().entrySet()) {
            bytes += file.getKey().getBytes(StandardCharsets.UTF_8).length;
            bytes += file.getValue().getBytes(StandardCharsets.UTF_8).length;
        }
        return bytes;
    }

    private Unavailable turnedAway(Bound bound) {
        String why = switch (bound) {
            case REQUESTER_SHARE -> "this requester has " + settings.requesterShare() + " under way";
            case QUEUE_LENGTH -> settings.queueLength() + " wait for the compiler";
            default -> "the compiler was closed";
        };
        return new Unavailable(bound, why);
    }
}
