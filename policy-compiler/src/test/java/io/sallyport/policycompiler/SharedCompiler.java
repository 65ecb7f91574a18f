package io.sallyport.policycompiler;

import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;

/** One compiler for all tests of this JVM, which ends it: each would take seconds to start. Its clock stands: nobody waits in vain. */
public final class SharedCompiler {
    public static final RegoCompiler REGO =
            new RegoCompiler(CompilerSettings.defaults().withQueue(1000, 1000), () -> 0L);

    private SharedCompiler() {}
}
