package io.sallyport.policycompiler;

import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;

/**
 * One compiler for all tests of this JVM, because starting one takes seconds; it ends with the JVM. Its clock does not
 * move, so no request times out in the queue.
 */
public final class SharedCompiler {
    public static final RegoCompiler REGO =
            new RegoCompiler(CompilerSettings.defaults().withQueue(1000, 1000), () -> 0L);

    private SharedCompiler() {}
}
