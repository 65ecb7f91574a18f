package io.sallyport.proxy.intercept;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Creates a leaf for a new name, and a CA for a new sandbox. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MintingBenchmark {
    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = InstantSource.system();
    private final SandboxId sandbox = new SandboxId("bench");
    private final SandboxCa authority = SandboxCa.create(sandbox, random, clock);
    private final CanonicalHost name = name("api.example.com");

    @Benchmark
    public Leaf leaf() {
        return authority.leaf(name, clock.instant());
    }

    @Benchmark
    public SandboxCa ca() {
        return SandboxCa.create(sandbox, random, clock);
    }

    private static CanonicalHost name(String text) {
        return switch (CanonicalHost.parse(text)) {
            case CanonicalHost.Accepted(var host) -> host;
            case CanonicalHost.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }
}
