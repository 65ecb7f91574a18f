package io.sallyport.regoengine.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One compilation and all callers that wait for it. */
final class CompileJob {
    private final Key key;
    private final byte[] requestJson;
    private final long queuedNanos;
    private final CompletableFuture<CompileOutcome> outcome = new CompletableFuture<>();
    private final List<String> requesters = new ArrayList<>(); // guarded by the queue

    CompileJob(Key key, byte[] requestJson, long queuedNanos) {
        this.key = key;
        this.requestJson = requestJson;
        this.queuedNanos = queuedNanos;
    }

    /** Requests with equal keys share one job. */
    record Key(String digest, CompileBudget budget) {}

    Key key() {
        return key;
    }

    CompileBudget budget() {
        return key.budget();
    }

    byte[] requestJson() {
        return requestJson;
    }

    long queuedNanos() {
        return queuedNanos;
    }

    List<String> requesters() {
        return requesters;
    }

    /** Completed only by {@link RegoCompiler}, outside of all locks. */
    CompletableFuture<CompileOutcome> outcome() {
        return outcome;
    }
}
