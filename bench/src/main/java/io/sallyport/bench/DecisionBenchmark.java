package io.sallyport.bench;

import io.sallyport.decision.Judge;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.regoengine.eval.ToBytecode;
import java.util.concurrent.TimeUnit;
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

/** From canonical request to verdict, cached and uncached, with the product's own library and index. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecisionBenchmark {
    /** A power of two, so that a mask selects the next request. */
    private static final int REQUESTS = 2048;

    @Param({"20", "500", "100000"})
    public int grants;

    private final Bench bench = new Bench();

    /** The state of one run. */
    private static final class Bench {
        private CanonicalRequest[] requests = {};
        private final CanonicalRequest withQuery = GrantSets.withQuery("a=1&b=2");
        private Judge nodes = request -> Decision.Deny.of(ReasonCode.NO_POLICY);
        private Judge bytecode = nodes;
        private int next;
    }

    private PolicySnapshot snapshot = new GrantSets(1).snapshot();

    @Setup
    public void prepare() {
        GrantSets set = new GrantSets(grants);
        bench.requests = set.requests(REQUESTS);
        bench.nodes = set.judge(ToBytecode.NEVER);
        bench.bytecode = set.judge(ToBytecode.AT_LOAD);
        snapshot = set.snapshot();
        for (CanonicalRequest request : bench.requests) {
            if (!(bench.bytecode.decide(request) instanceof Decision.Allow)) {
                throw new IllegalStateException("refused: " + request);
            }
        }
    }

    @Benchmark
    public Decision remembered() {
        return snapshot.decide(bench.requests[0]);
    }

    @Benchmark
    public Decision rememberedWithQuery() {
        return snapshot.decide(bench.withQuery);
    }

    private CanonicalRequest next() {
        return bench.requests[bench.next++ & (REQUESTS - 1)];
    }

    @Benchmark
    public Decision freshOneRequestByNodes() {
        return bench.nodes.decide(bench.requests[0]);
    }

    @Benchmark
    public Decision freshOneRequestByBytecode() {
        return bench.bytecode.decide(bench.requests[0]);
    }

    @Benchmark
    public Decision freshRandomRequestsByNodes() {
        return bench.nodes.decide(next());
    }

    @Benchmark
    public Decision freshRandomRequestsByBytecode() {
        return bench.bytecode.decide(next());
    }
}
