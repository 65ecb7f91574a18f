package io.sallyport.bench;

import io.sallyport.bench.ShapesTable.Cost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Compares engines on the policy shapes in one run: ours (nodes, bytecode) and OPA's wasm under JMH, OPA in Go,
 * regorus. {@code ShapesComparison PROJECT ITERATIONS}: the project's folder, and the number of half seconds for which
 * each of ours is warmed up and measured. The table goes to standard output, progress to standard error.
 */
public final class ShapesComparison {
    private static final List<String> SHAPES = List.of("globs", "equals", "head", "indexed");
    private static final List<Integer> COUNTS = List.of(20, 500);
    private static final TimeValue HALF_A_SECOND = TimeValue.milliseconds(500);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path project;
    private final Path folder;
    private final int iterations;
    private final List<Cost> costs = new ArrayList<>();

    private ShapesComparison(Path project, int iterations) {
        this.project = project;
        this.folder = project.resolve("bench/target/shapes").toAbsolutePath().normalize();
        this.iterations = iterations;
    }

    public static void main(String... args) throws IOException, InterruptedException, RunnerException {
        var comparison = new ShapesComparison(Path.of(args[0]), Integer.parseInt(args[1]));
        comparison.prepare();
        comparison.ours();
        comparison.others("opa-go", "bench/opa", "go", "run", "./shapes");
        comparison.others("regorus", "bench/regorus", "cargo", "run", "--release", "--quiet", "--");
        System.out.print(ShapesTable.of(comparison.costs, SHAPES, COUNTS));
    }

    private static void progress(String what) {
        System.err.println("shapes: " + what);
    }

    private void prepare() throws IOException, InterruptedException {
        progress("writing policies");
        ShapesForOthers.main(folder.toString());
        List<String> build = new ArrayList<>(List.of("go", "tool", "opa", "build", "-t", "wasm"));
        SHAPES.forEach(shape -> build.addAll(List.of("-e", "shapes/" + shape)));
        build.addAll(List.of(
                "-o",
                folder.resolve("bundle.tar.gz").toString(),
                folder.resolve("20/shapes.rego").toString()));
        run("rego-engine/opa-compiler", build);
        run(".", List.of("tar", "-xzf", folder + "/bundle.tar.gz", "-C", folder.toString(), "/policy.wasm"));
    }

    private void ours() throws RunnerException {
        for (String shape : SHAPES) {
            for (int count : COUNTS) {
                progress("JMH, ours and wasm: " + shape + ", " + count + " rules");
                var options = new OptionsBuilder()
                        .include("\\.PolicyShapesBenchmark\\.")
                        .include("\\.WasmShapesBenchmark\\.")
                        .param("shape", shape)
                        .param("rules", String.valueOf(count))
                        .warmupIterations(iterations)
                        .warmupTime(HALF_A_SECOND)
                        .measurementIterations(iterations)
                        .measurementTime(HALF_A_SECOND)
                        .addProfiler(GCProfiler.class)
                        .jvmArgsAppend("-Dbench.shapes=" + folder, "--sun-misc-unsafe-memory-access=allow")
                        .output(folder.resolve("jmh-" + shape + "-" + count + ".txt")
                                .toString())
                        .shouldFailOnError(true);
                new Runner(options.build()).run().forEach(result -> costs.add(cost(result, shape, count)));
            }
        }
    }

    @SuppressWarnings("rawtypes") // JMH's map contains raw results
    private static Cost cost(RunResult result, String shape, int count) {
        Result<?> time = result.getPrimaryResult();
        double bytes = result.getSecondaryResults().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("gc.alloc.rate.norm"))
                .mapToDouble(entry -> entry.getValue().getScore())
                .findFirst()
                .orElse(Double.NaN);
        return new Cost(time.getLabel(), shape, count, time.getScore(), bytes);
    }

    /** Runs an engine that is not a Java program; it prints a line of JSON per shape. */
    private void others(String name, String in, String... command) throws IOException, InterruptedException {
        progress(name);
        List<String> all = new ArrayList<>(List.of(command));
        COUNTS.forEach(count -> all.add(folder.resolve(count.toString()).toString()));
        for (String line : run(in, all)) {
            JsonNode cost = JSON.readTree(line);
            costs.add(new Cost(
                    cost.get("engine").asString(),
                    cost.get("shape").asString(),
                    cost.get("rules").asInt(),
                    cost.get("ns").asDouble(),
                    cost.get("bytes").asDouble()));
        }
    }

    private List<String> run(String in, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(project.resolve(in).toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(command + " ended with " + code);
        }
        try (Stream<String> lines = Files.lines(output, StandardCharsets.UTF_8)) {
            return lines.filter(line -> !line.isBlank()).toList();
        }
    }
}
