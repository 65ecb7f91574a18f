package io.sallyport.bench;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.intercept.InterceptLimits;
import io.sallyport.proxy.intercept.PreparedTls;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.intercept.TunnelProtocols;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Creates a leaf for a new name, on the thread that signs leaves, and a CA for a new sandbox. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MintingBenchmark {
    /** Permits as many leaves as are asked for. */
    private static final InterceptLimits UNSHARED = new InterceptLimits(
            1, Duration.ofHours(12), Duration.ofHours(1), 1, 1, 1, Integer.MAX_VALUE, 1, TunnelProtocols.HTTP_1);

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = InstantSource.system();
    private final SandboxId sandbox = new SandboxId("bench");
    private final SandboxCa authority = SandboxCa.create(sandbox, random, clock);
    private final EmbeddedChannel anyLoop = new EmbeddedChannel(); // its loop runs what it is given where it stands
    private final ServerTls tls =
            ServerTls.open(_ -> authority, TlsProvider.JDK, UNSHARED, random, clock, System::nanoTime);
    private int names;

    @Benchmark
    public PreparedTls leaf() {
        var leaf = new CompletableFuture<PreparedTls>();
        tls.prepare(sandbox, name("host-" + names++ + ".example.com"), anyLoop.eventLoop(), leaf::complete);
        return signed(leaf.join());
    }

    private static PreparedTls signed(PreparedTls prepared) {
        if (prepared instanceof PreparedTls.Failed failed) {
            throw new IllegalStateException(failed.toString());
        }
        return prepared;
    }

    @TearDown
    public void close() {
        tls.close();
    }

    @Benchmark
    public SandboxCa ca() {
        return SandboxCa.create(sandbox, random, clock);
    }

    private static CanonicalHost name(String text) {
        return switch (CanonicalHost.parse(text)) {
            case Parsed.Accepted(var host) -> host;
            case Parsed.Rejected<CanonicalHost> rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }
}
