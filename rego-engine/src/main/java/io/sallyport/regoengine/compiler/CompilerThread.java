package io.sallyport.regoengine.compiler;

import com.dylibso.chicory.wasm.ChicoryException;
import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import io.sallyport.regoengine.compiler.CompileOutcome.Unavailable;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The single thread that compiles, with the single instance that it keeps. An exception during a request discards the
 * instance: the next request gets a new one.
 */
final class CompilerThread implements Runnable {
    /** OPA's compiler is recursive: 20,000 nested brackets exceed this stack, but nothing written by a person does. */
    private static final long STACK_BYTES = 64L * 1024 * 1024;

    private static final long MIB = 1024 * 1024;
    private static final String INTERNAL_ERROR = "internal_error";

    /** What Go's runtime prints when the heap, or its own bookkeeping, gets no more memory. */
    private static final Set<String> OUT_OF_MEMORY = Set.of("out of memory", "cannot allocate memory");

    private final CompilerSettings settings;
    private final CompileQueue queue;
    private final LongSupplier nanoClock;
    private final Supplier<CompilerInstance> instances;
    private final CompileWatchdog watchdog = new CompileWatchdog();
    private @Nullable CompilerInstance instance;

    private CompilerThread(
            CompilerSettings settings,
            CompileQueue queue,
            LongSupplier nanoClock,
            Supplier<CompilerInstance> instances) {
        this.settings = settings;
        this.queue = queue;
        this.nanoClock = nanoClock;
        this.instances = instances;
    }

    /** Starts the thread; it ends when the queue is closed. */
    static Thread start(
            CompilerSettings settings,
            CompileQueue queue,
            LongSupplier nanoClock,
            Supplier<CompilerInstance> instances) {
        var work = new CompilerThread(settings, queue, nanoClock, instances);
        var thread = new Thread(null, work, "rego-compiler", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void run() {
        try (watchdog) {
            for (CompileJob job = queue.take(); job != null; job = queue.take()) {
                CompileOutcome outcome = answer(job);
                queue.leave(job);
                job.outcome().complete(outcome);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed while waiting
        }
    }

    private CompileOutcome answer(CompileJob job) {
        if (nanoClock.getAsLong() - job.queuedNanos() > settings.queueWait().toNanos()) {
            return new Unavailable(
                    Bound.QUEUE_WAIT, "waited longer than " + settings.queueWait() + " for the compiler");
        }
        try {
            CompileOutcome outcome = compile(job, running());
            recycleAfter(outcome);
            return outcome;
        } catch (RuntimeException | Error e) {
            // The outermost frame of this thread, which must survive whatever a request causes.
            return failed(new Unavailable(Bound.COMPILER_FAULT, "OPA's compiler did not start or answer: " + e));
        }
    }

    /** Discards the instance, which cannot be used after an interruption, and explains the failure. */
    private Unavailable failed(Unavailable why) {
        instance = null;
        return queue.isClosed() ? new Unavailable(Bound.CLOSED, "the compiler was closed") : why;
    }

    private CompilerInstance running() {
        CompilerInstance kept = instance;
        if (kept == null) {
            kept = instances.get();
            instance = kept;
        }
        return kept;
    }

    private CompileOutcome compile(CompileJob job, CompilerInstance running) {
        try (CompileWatchdog.Watch watch = watchdog.watch(job.budget().timeout())) {
            try {
                return AnswerJson.read(running.compile(job.requestJson()));
            } catch (ChicoryException | CompilerExit | OutOfMemoryError | StackOverflowError e) {
                return failed(watch.hasBarked() ? tooLong(job) : unavailable(e, running));
            }
        }
    }

    private static Unavailable tooLong(CompileJob job) {
        return new Unavailable(
                Bound.TIME, "compiling took longer than " + job.budget().timeout() + " (policy.compile_timeout)");
    }

    private Unavailable unavailable(Throwable e, CompilerInstance running) {
        String lastWords = running.lastWords();
        if (e instanceof StackOverflowError
                || e.getCause() instanceof StackOverflowError
                || lastWords.contains("stack overflow")) {
            return new Unavailable(Bound.STACK, "the policy nests too deep for the compiler");
        }
        if (e instanceof OutOfMemoryError || OUT_OF_MEMORY.stream().anyMatch(lastWords::contains)) {
            return new Unavailable(
                    Bound.MEMORY, "compiling took more than " + settings.maxMemoryBytes() / MIB + " MiB of memory");
        }
        String firstLine = lastWords.lines().findFirst().orElse("");
        return new Unavailable(Bound.COMPILER_FAULT, "OPA's compiler failed: " + e.getMessage() + " " + firstLine);
    }

    /** Drops an instance that has grown too large, or in which OPA panicked and recovered. */
    private void recycleAfter(CompileOutcome outcome) {
        CompilerInstance kept = instance;
        boolean isLarge = kept != null && kept.memoryBytes() > settings.recycleBytes();
        boolean hasPanicked = outcome instanceof Refused refused
                && refused.errors().stream().anyMatch(error -> error.code().equals(INTERNAL_ERROR));
        if (isLarge || hasPanicked) {
            instance = null;
        }
    }
}
