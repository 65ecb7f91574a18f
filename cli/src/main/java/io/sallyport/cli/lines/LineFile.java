package io.sallyport.cli.lines;

import io.sallyport.cli.command.CliException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lines that a command reads, and the answers that it prints, each as soon as it is there. */
public final class LineFile {
    private LineFile() {}

    /** What answers a stream of lines. */
    @FunctionalInterface
    public interface Answers {
        /** Passes the answer to each line of {@code in}, in order, to {@code out}. */
        void answerAll(InputStream in, Consumer<String> out) throws IOException;
    }

    /**
     * Prints the answers to all lines.
     *
     * @param file null for standard input
     * @throws CliException if it cannot be read
     */
    public static void answer(@Nullable Path file, PrintWriter out, Answers answers) throws CliException {
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
