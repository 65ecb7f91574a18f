package io.sallyport.bench;

import static java.util.stream.Collectors.joining;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.ElementIndexes;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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

/** Questions about an array of host names, which the last but one answers; with its index, and without. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class ListsBenchmark {
    private static final Limits LIMITS = new Limits(100_000_000, 64 << 20, Limits.MAX_DEPTH, false);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.system(), new Random(1));
    private static final String REGO = """
            package lists

            member contains 1 if input.host in data.hosts

            looked_up contains 1 if data.hosts[_] == input.host

            suffixes contains host if {
            	some host in data.hosts
            	host in input.suffixes
            }
            """;

    @Param({"member", "looked_up", "suffixes"})
    public String question = "member";

    @Param({"100", "100000"})
    public int entries;

    @Param({"true", "false"})
    public boolean index;

    private RegoObject data = RegoObject.of(Map.of());
    private RegoObject input = data;
    private final Entrypoint[] engines = new Entrypoint[2];

    @Setup
    public void prepare() {
        String hosts = IntStream.range(0, entries)
                .mapToObj(i -> "\"host-" + i + ".example.com\"")
                .collect(joining(","));
        data = (RegoObject) RegoJson.valueOf("{\"hosts\": [" + hosts + "]}");
        if (index) {
            ElementIndexes.in(data);
        }
        String host = "host-" + (entries - 2) + ".example.com";
        input = (RegoObject) RegoJson.valueOf(
                "{\"host\": \"%1$s\", \"suffixes\": [\"%1$s\", \"example.com\", \"com\"]}".formatted(host));
        String path = "lists/" + question;
        byte[] plan = PolicyShapes.plan(REGO, List.of(path));
        engines[0] = PolicyShapes.document(plan, path, ToBytecode.NEVER);
        engines[1] = PolicyShapes.document(plan, path, ToBytecode.AT_LOAD);
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
