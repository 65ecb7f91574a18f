package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Bundles of guardrails as the real {@code opa build} makes them. */
record OpaBundles(Path folder, String program) {
    /** The Go module that pins OPA; tests run in their module's folder. */
    private static final Path PIN = Path.of("../rego-engine/opa-compiler");

    static OpaBundles in(Path folder) throws IOException, InterruptedException {
        String go = require("go").toString();
        return new OpaBundles(folder, run(PIN, List.of(go, "tool", "-n", "opa")).strip());
    }

    /**
     * Builds a bundle.
     *
     * @param files by name
     * @param more arguments, such as those of a signature
     */
    byte[] build(String revision, Map<String, String> files, String... more) throws IOException, InterruptedException {
        Path sources = Files.createTempDirectory(folder, "sources");
        for (var file : files.entrySet()) {
            Files.writeString(sources.resolve(file.getKey()), file.getValue());
        }
        Path built = Files.createTempDirectory(folder, "built").resolve("bundle.tar.gz");
        var command = new ArrayList<>(List.of(program, "build", "-r", revision, "-o", built.toString()));
        command.addAll(List.of(more));
        command.addAll(List.of("--bundle", sources.toString()));
        run(folder, command);
        return Files.readAllBytes(built);
    }

    private static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
        return out;
    }
}
