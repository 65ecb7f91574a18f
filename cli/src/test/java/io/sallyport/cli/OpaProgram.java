package io.sallyport.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The real {@code opa} in the embedded version. Go is asked once where it keeps the program: {@code go tool opa} looks
 * through the sources of OPA each time.
 */
final class OpaProgram {
    /** The folder whose {@code go.mod} names the version; paths of arguments begin there. */
    private static final Path PIN = Path.of("../rego-engine/opa-compiler");

    private static @Nullable String program; // guarded by the class

    private OpaProgram() {}

    /** Returns the process to start; aborts or fails the calling test if Go is missing. */
    static ProcessBuilder process(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.addFirst(program());
        return new ProcessBuilder(command).directory(PIN.toFile());
    }

    /** Returns what it prints; it must succeed. */
    static String run(String... arguments) throws IOException, InterruptedException {
        return printed(process(arguments));
    }

    private static synchronized String program() throws IOException, InterruptedException {
        Path go = RequireTool.require("go");
        String known = program;
        if (known == null) {
            known = printed(new ProcessBuilder(go.toString(), "tool", "-n", "opa").directory(PIN.toFile()))
                    .strip();
            program = known;
        }
        return known;
    }

    private static String printed(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
