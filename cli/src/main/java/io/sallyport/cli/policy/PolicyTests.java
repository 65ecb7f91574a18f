package io.sallyport.cli.policy;

import io.sallyport.policycompiler.test.TestRun;
import io.sallyport.policycompiler.test.TestRunner;
import io.sallyport.policycompiler.test.TestSources;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.security.SecureRandom;
import java.time.InstantSource;

/** Runs tests with a compiler of their own. */
final class PolicyTests {
    private static final long MIB = 1 << 20;

    private PolicyTests() {}

    /** @param wall the time that the tests see */
    static TestRun run(
            TestSources sources, TestRunner.Selection selection, InstantSource wall, TestRunner.Progress progress) {
        CompilerSettings settings = CompilerSettings.defaults().withMemory(1024 * MIB, 1024 * MIB);
        try (var compiler = new RegoCompiler(settings, System::nanoTime)) {
            EvalClock clock = EvalClock.of(wall, new SecureRandom());
            return new TestRunner(compiler, clock, System::nanoTime).run(sources, selection, progress);
        }
    }
}
