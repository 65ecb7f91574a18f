package io.sallyport.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The base of tests that run commands and read their output. */
abstract class CommandLineTest {
    @TempDir
    Path folder = Path.of("");

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    final Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Runs a command and returns the exit code. */
    final int run(String... arguments) {
        return CommandLines.of()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
