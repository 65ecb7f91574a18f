package io.sallyport.regoengine.compiler;

import java.time.Duration;

/**
 * One compiler in the JVM for all tests that only use it: each would take seconds to start. It ends with the JVM, and
 * nobody waits for it in vain: its clock stands, and the queue is long.
 */
public final class SharedCompiler {
    private static final CompileBudget BUDGET = new CompileBudget(Duration.ofMinutes(5), 1 << 22, 1000, false);
    private static final RegoCompiler COMPILER =
            new RegoCompiler(CompilerSettings.defaults().withQueue(1000, 1000), () -> 0L);

    private SharedCompiler() {}

    public static CompileOutcome compile(CompileRequest request) {
        return COMPILER.compile(request, "test", BUDGET).toCompletableFuture().join();
    }
}
