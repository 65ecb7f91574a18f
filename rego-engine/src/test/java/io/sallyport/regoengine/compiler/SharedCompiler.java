package io.sallyport.regoengine.compiler;

import java.time.Duration;

/**
 * One compiler in the JVM for all tests that only use it, because starting one takes seconds. It ends with the JVM. Its
 * clock does not move and its queue is long, so no request is turned away.
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
