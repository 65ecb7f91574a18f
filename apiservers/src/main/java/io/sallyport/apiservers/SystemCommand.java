package io.sallyport.apiservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a program of the system to its end, which is soon; blocks meanwhile, and never longer than {@link #LIMIT} and a
 * little, also where the program cannot be killed (sudo runs as root). By an argument vector, never a shell.
 */
final class SystemCommand {
    private static final Logger LOG = LoggerFactory.getLogger(SystemCommand.class);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** For the last of what it said: another process may hold the pipe open. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    /** Bytes of what it says; the rest is passed over. */
    private static final int MAX_OUTPUT = 4096;

    /** One that could not be started, or did not end. */
    private static final int NO_STATUS = -1;

    private SystemCommand() {}

    /**
     * How it went.
     *
     * @param status of its exit, or -1
     * @param said standard output and error, without white space around it
     */
    record Outcome(int status, String said) {
        boolean isOk() {
            return status == 0;
        }

        /** What went wrong, on one line. */
        String fault() {
            String line = said.lines().findFirst().orElse("");
            return (status == NO_STATUS ? "" : "exit status " + status + (line.isEmpty() ? "" : ": ")) + line;
        }
    }

    /** Runs {@code command} with {@code input} and an environment of {@code PATH} alone. */
    static Outcome run(List<String> command, SearchPath path, String input) {
        return run(command, path, input, LIMIT);
    }

    /** The same, with another limit. */
    static Outcome run(List<String> command, SearchPath path, String input, Duration limit) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", path.text());
        try {
            return outcome(builder.start(), input, limit);
        } catch (IOException e) {
            return new Outcome(NO_STATUS, String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Outcome(NO_STATUS, "interrupted");
        }
    }

    private static Outcome outcome(Process process, String input, Duration limit) throws InterruptedException {
        CompletableFuture<String> said = read(process.getInputStream());
        try (OutputStream to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // it ended without reading: its status says why
        }
        boolean hasEnded = false;
        try {
            hasEnded = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            if (!hasEnded) {
                process.destroyForcibly();
            }
        }
        return hasEnded
                ? new Outcome(process.exitValue(), lastWords(said).strip())
                : new Outcome(NO_STATUS, "it did not end within " + limit.toSeconds() + " s");
    }

    private static String lastWords(CompletableFuture<String> said) {
        return said.completeOnTimeout("", LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** On a thread of its own, which ends with the last process that holds the pipe. */
    private static CompletableFuture<String> read(InputStream output) {
        var said = new CompletableFuture<String>();
        Thread.ofPlatform().daemon().name("brief-command").start(() -> {
            try (output) {
                said.complete(new String(output.readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8));
            } catch (IOException e) {
                LOG.debug("nothing more to read of a command: {}", e.toString());
                said.complete("");
            }
        });
        return said;
    }
}
