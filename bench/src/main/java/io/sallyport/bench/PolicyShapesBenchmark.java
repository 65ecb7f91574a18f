package io.sallyport.bench;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoObject;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
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

/**
 * Common policies over a list of rules, one of which matches ({@code -p fits=FIRST,MIDDLE,LAST}), as nodes and as
 * bytecode.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class PolicyShapesBenchmark {
    private static final Limits LIMITS = new Limits(10_000_000, 64 << 20, Limits.MAX_DEPTH, false);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.system(), new Random(1));

    @Param({"globs", "equals", "head", "indexed"})
    public String shape = "globs";

    @Param({"20", "500"})
    public int rules;

    @Param({"LAST"})
    public String fits = "LAST";

    private RegoObject data = RegoObject.of(Map.of());
    private RegoObject input = data;
    private final Entrypoint[] engines = new Entrypoint[2];

    @Setup
    public void prepare() {
        data = PolicyShapes.rules(rules);
        input = PolicyShapes.request(rules, PolicyShapes.Fitting.valueOf(fits));
        engines[0] = PolicyShapes.document(shape, ToBytecode.NEVER);
        engines[1] = PolicyShapes.document(shape, ToBytecode.AT_LOAD);
        if (!(bytecode() instanceof Outcome.Defined found) || !found.equals(nodes())) {
            throw new IllegalStateException("not defined, or not the same: " + bytecode());
        }
    }

    @Benchmark
    public Outcome nodes() {
        return engines[0].evaluate(input, data, LIMITS, CLOCK);
    }

    @Benchmark
    public Outcome bytecode() {
        return engines[1].evaluate(input, data, LIMITS, CLOCK);
    }
}
