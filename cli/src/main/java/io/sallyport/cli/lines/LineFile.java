package io.sallyport.cli.lines;

import io.sallyport.cli.command.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The parameter for the lines that a command reads, and the answers that it prints, each as soon as it is there. */
public final class LineFile {
    @Parameters(index = "0", paramLabel = "FILE", arity = "0..1", description = "The lines (default: standard input).")
    private @Nullable Path file;

    /**
     * Prints the answers to all lines.
     *
     * @throws CliException if they cannot be read
     */
    public void answer(PrintWriter out, AnsweredLines answers) throws CliException {
        try (InputStream in = file == null ? System.in : Files.newInputStream(file)) {
            answers.answerAll(in, line -> {
                out.println(line);
                out.flush();
            });
        } catch (IOException e) {
            throw CliException.unusable(
                    (file == null ? "standard input" : file) + ": cannot be read: " + e.getMessage());
        }
    }
}
