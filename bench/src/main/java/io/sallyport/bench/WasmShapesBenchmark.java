package io.sallyport.bench;

import com.styra.opa.wasm.OpaPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * The same shapes as OPA compiles them to wasm, run by opa-java-wasm (Chicory, compiled to JVM classes). Its input and
 * output are JSON texts, and the time includes parsing and writing them. {@code bench/shapes.sh} creates the files.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
public class WasmShapesBenchmark {
    /** The folder that {@link ShapesForOthers} wrote, with {@code policy.wasm} in it. */
    private static final Path FOLDER = Path.of(System.getProperty("bench.shapes", "target/shapes"));

    @Param({"globs", "equals", "head", "indexed"})
    public String shape = "globs";

    @Param({"20", "500"})
    public int rules;

    private String input = "";
    private @Nullable OpaPolicy policy;

    @Setup
    public void prepare() throws IOException {
        Path folder = FOLDER.resolve(String.valueOf(rules));
        input = Files.readString(folder.resolve("input.json"));
        OpaPolicy loaded =
                OpaPolicy.builder().withPolicy(FOLDER.resolve("policy.wasm")).build();
        loaded.data(Files.readString(folder.resolve("data.json"))).entrypoint("shapes/" + shape);
        policy = loaded;
        String wanted = shape.equals("head") ? "true" : "rule-" + (rules - 1);
        if (!wasm().contains(wanted)) {
            throw new IllegalStateException(wanted + " was wanted, not " + wasm());
        }
    }

    @Benchmark
    public String wasm() {
        return Objects.requireNonNull(policy).evaluate(input);
    }
}
