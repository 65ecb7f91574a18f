package io.sallyport.policycompiler;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.testkit.junit.RequireTool;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.file.Path;
import java.util.List;

/** OPA in a process that lives as long as this JVM, for several questions in a row (program {@code asking}). */
final class AskedOpa {
    private static final Path MODULE = Path.of("../rego-engine/opa-compiler");
    private static final Path PROGRAM = Path.of("target/asking-opa").toAbsolutePath();

    private final BufferedWriter questions;
    private final BufferedReader answers;

    private AskedOpa(Process process) {
        questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    /**
     * Starts OPA for {@code query} over the policies in {@code folder}; aborts or fails the calling test if Go is
     * missing.
     */
    static AskedOpa about(String query, Path folder) throws IOException, InterruptedException {
        String go = RequireTool.require("go").toString();
        Process build = new ProcessBuilder(go, "build", "-mod=readonly", "-o", PROGRAM.toString(), "./asking")
                .directory(MODULE.toFile())
                .inheritIO()
                .start();
        if (build.waitFor() != 0) {
            throw new AssertionError("go build failed in " + MODULE);
        }
        Process process = new ProcessBuilder(
                        List.of(PROGRAM.toString(), query, folder.toRealPath().toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return new AskedOpa(process);
    }

    RegoValue answer(RegoObject input) throws IOException {
        questions.write(RegoJson.write(input));
        questions.newLine();
        questions.flush();
        String line = answers.readLine();
        if (line == null) {
            throw new AssertionError("opa gave up: " + input);
        }
        return RegoJson.valueOf(line);
    }
}
