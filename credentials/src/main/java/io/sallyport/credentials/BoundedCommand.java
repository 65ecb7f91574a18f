package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program that prints secrets: an argument vector, never a shell, in an environment of {@code PATH}, {@code HOME} and
 * {@code environment}, for a bounded time and output. What it writes to standard error is discarded, for it may quote a
 * secret. What it started and left behind is killed when it ends ({@link StartedCommand}).
 *
 * @param environment variables in addition
 * @param timeLimit after which it is killed
 */
record BoundedCommand(List<String> command, Map<String, String> environment, Duration timeLimit) {
    static final Duration MAX_TIME = Duration.ofMinutes(5);

    /** Between two looks at the program. */
    private static final long LOOK_MILLIS = 10;

    BoundedCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Returns what is wrong with a command of the configuration, or null. */
    static @Nullable String problemOf(List<String> command, Duration timeLimit) {
        if (command.isEmpty() || command.getFirst().isEmpty()) {
            return "a command begins with its program";
        }
        if (command.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            return "a command has no NUL";
        }
        return timeLimit.isPositive() && timeLimit.compareTo(MAX_TIME) <= 0
                ? null
                : "the time limit of a command is above 0 and at most " + MAX_TIME.toMinutes() + " minutes";
    }

    /**
     * Runs the program, which reads {@code input}, and returns what {@code reader} makes of its output if it ends with
     * status 0. Blocks. Reasons name the program, and none of its arguments.
     *
     * @param reader owns the bytes that it gets, and overwrites them
     */
    SecretFetch run(String input, SourceContext context, Function<byte[], SecretFetch> reader) {
        Map<String, String> all = new HashMap<>(environment);
        for (String kept : List.of("PATH", "HOME")) {
            String value = context.environment().get(kept);
            if (value != null) {
                all.put(kept, value);
            }
        }
        try (var started = StartedCommand.start(command, all);
                var output = new CommandOutput(started.process().getInputStream())) {
            write(started.process(), input);
            return result(started.process(), output, context.nanos(), reader);
        } catch (IOException _) {
            return new Unavailable(program() + " cannot be started", false);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Unavailable(program() + " was interrupted", true);
        }
    }

    private SecretFetch result(
            Process process, CommandOutput output, LongSupplier nanos, Function<byte[], SecretFetch> reader)
            throws IOException, InterruptedException {
        long begin = nanos.getAsLong();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (!output.take()) {
                return floods();
            }
            if (nanos.getAsLong() - begin >= timeLimit.toNanos()) {
                return new Unavailable(program() + " did not end within " + timeLimit.toSeconds() + " s", true);
            }
        }
        if (process.exitValue() != 0) {
            return new Unavailable(program() + " ended with status " + process.exitValue(), true);
        }
        return output.take() ? reader.apply(output.bytes()) : floods();
    }

    private Unavailable floods() {
        return new Unavailable(program() + " printed more than " + SecretForm.MAX_BYTES + " bytes", false);
    }

    private static void write(Process process, String input) {
        try (OutputStream to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // it does not read: its exit status and its output tell
        }
    }

    /** Returns the name of the program, for reasons. */
    String program() {
        return command.getFirst();
    }
}
