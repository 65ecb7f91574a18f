package io.sallyport.bench;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Matches a target against a lease, and a child's lease against its parent's. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class LeaseBenchmark {
    @Param({"1", "20"})
    public int patterns;

    private Lease parent = lease("{}");
    private Lease child = lease("{}");

    @Setup
    public void read() {
        parent = lease(document("https://h%d.example.com/**"));
        child = lease(document("https://h%d.example.com/v1/*/files/**.css"));
    }

    private String document(String pattern) {
        return IntStream.range(0, patterns)
                .mapToObj(pattern::formatted)
                .collect(Collectors.joining("\", \"", "{\"net.fetch\": [\"", "\"], \"tool.call\": [\"web.*\"]}"));
    }

    private static Lease lease(String json) {
        if (LeaseReader.validate("lease", json) instanceof LeaseReader.Read read) {
            return read.lease();
        }
        throw new IllegalStateException("no lease: " + json);
    }

    /** The worst case: the last pattern matches. */
    @Benchmark
    public boolean match() {
        return parent.covers("net.fetch", "https://h" + (patterns - 1) + ".example.com/v1/users?page=2");
    }

    @Benchmark
    public boolean matchName() {
        return parent.covers("tool.call", "web.search");
    }

    @Benchmark
    public LeaseSubset subset() {
        return LeaseSubset.of(child, parent);
    }

    /** A violation, including its witness. */
    @Benchmark
    public LeaseSubset violation() {
        return LeaseSubset.of(/* child= */ parent, /* parent= */ child);
    }
}
