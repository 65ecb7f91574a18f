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
 * OPA's own compiler (1.22.2): Rego in, OPA's IR plan or OPA's errors out, identical to those of native OPA.
 *
 * <p>There is one instance, run by one thread and started at the first request (a second, 18 MiB; a gateway whose
 * users submit no Rego never pays for it). Requests wait in a bounded queue with a share per requester; equal requests
 * in progress are compiled once. A request that takes too much time, memory or stack costs the instance and not the
 * process: the next one gets a new instance (some 30 ms).
 *
 * <p>Safe for concurrent use. Nothing blocks the caller, except for computing the digest of the sources.
 */
public final class RegoCompiler implements AutoCloseable {
    /** The version of OPA whose compiler this is, as in {@code opa-compiler/go.mod}. */
    public static final String OPA_VERSION = "1.22.2";

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
     * Compiles asynchronously.
     *
     * @param requester whose share of the queue is used, such as a sandbox's id
     * @return never fails; completed on the compiler's thread, so a caller with more work than passing it on must
     *     continue on another thread
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

    /** Stops the thread; requests that wait or run are answered with {@link Bound#CLOSED}. */
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

    /** Returns at least the number of bytes, once that exceeds {@code enough}. */
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
