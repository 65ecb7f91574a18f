package io.sallyport.regoengine.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Outcome;
import org.jspecify.annotations.Nullable;

/** Why an evaluation has no answer. */
record FailedRun(FailureKind kind, String message, @Nullable Throwable cause) implements WasmProgram.Ran {
    private static final String OUT_OF_STACK = "call stack exhausted";
    private static final String OUT_OF_MEMORY = "opa_malloc: failed";

    static FailedRun because(FailureKind kind, String message) {
        return new FailedRun(kind, message, null);
    }

    /** Returns the meaning of {@code thrown}, which the module raised while {@code watch} was open. */
    static FailedRun of(Throwable thrown, WasmWatchdog.Watch watch, WasmLimits limits) {
        String words = String.valueOf(thrown.getMessage());
        if (watch.hasBarked()) {
            return because(
                    FailureKind.LIMIT,
                    "limit of time reached: " + limits.time().toMillis() + " ms (setting policy.wasm_timeout)");
        }
        if (thrown instanceof ChicoryInterruptedException) {
            Thread.currentThread().interrupt(); // another thread's interrupt, which the caller must see
            return new FailedRun(FailureKind.INTERNAL, "interrupted", thrown);
        }
        if (thrown instanceof StackOverflowError || words.contains(OUT_OF_STACK)) {
            return new FailedRun(FailureKind.LIMIT, "the thread's stack is full", thrown);
        }
        if (words.endsWith(OUT_OF_MEMORY)) {
            return because(
                    FailureKind.LIMIT,
                    "limit of memory reached: " + limits.memoryBytes() + " bytes (setting policy.wasm_memory)");
        }
        if (thrown instanceof WasmAbort abort && abort.isConflict()) {
            return because(FailureKind.CONFLICT, words);
        }
        return new FailedRun(FailureKind.INTERNAL, words, thrown);
    }

    @Override
    public Outcome outcome(boolean usedMoment) {
        return new Outcome.Failed(kind, message, null, cause, usedMoment);
    }
}
