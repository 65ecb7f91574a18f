package io.sallyport.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A real client process. Its environment consists of the given variables, {@code PATH}, {@code HOME} (its folder) and
 * {@code LANG}; it inherits no proxy variable. Closing kills it and its children. Safe for concurrent use.
 */
public final class Client implements AutoCloseable {
    /** The bytes kept of each output stream; the rest is read and dropped, so that the process never blocks. */
    private static final int MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

    private final Process process;
    private final Capture out;
    private final Capture err;
    private final Set<ProcessHandle> children = ConcurrentHashMap.newKeySet();

    private Client(Process process) {
        this.process = process;
        this.out = Capture.of(process.getInputStream(), MAX_OUTPUT_BYTES);
        this.err = Capture.of(process.getErrorStream(), MAX_OUTPUT_BYTES);
    }

    /** How a process ended; {@code exit} is -1 if it was killed because of its time limit. */
    public record Ended(int exit, String out, String err, boolean timedOut) {}

    /** Starts {@code command} in {@code folder}, with empty standard input. */
    public static Client start(Path folder, Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        Map<String, String> env = builder.environment();
        env.clear();
        env.put("PATH", Tools.searchPath());
        env.put("HOME", folder.toString());
        env.put("LANG", "C.UTF-8");
        env.putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new Client(process);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.get(0), e);
        }
    }

    /** Runs {@code command} to its end, or kills it after {@code atMost}. */
    public static Ended run(Path folder, Map<String, String> environment, Duration atMost, List<String> command) {
        try (Client client = start(folder, environment, command)) {
            return client.await(atMost);
        }
    }

    /** Waits for the end; kills the process after {@code atMost}. */
    public Ended await(Duration atMost) {
        boolean ended = endsWithin(atMost);
        if (!ended) {
            close();
        }
        // Read before the process is destroyed, which closes its streams even if it has ended already.
        Ended how = new Ended(ended ? process.exitValue() : -1, out.text(), err.text(), !ended);
        close();
        return how;
    }

    /** Waits until standard output satisfies {@code enough}, and returns it. */
    public String awaitOutput(Predicate<String> enough, Duration atMost) {
        return out.await(enough, atMost);
    }

    /** Waits until standard error satisfies {@code enough}, and returns it. */
    public String awaitError(Predicate<String> enough, Duration atMost) {
        return err.await(enough, atMost);
    }

    /** Returns standard error so far. */
    public String errorSoFar() {
        return new String(err.bytes(), StandardCharsets.UTF_8);
    }

    /** Asks the process to end (SIGTERM); {@link #await} returns how it ended. */
    public void terminate() {
        process.descendants().forEach(children::add);
        process.toHandle().destroy(); // Process.destroy would close its streams and lose its last output
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.descendants().forEach(children::add);
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        endsWithin(Duration.ofSeconds(10));
    }

    private boolean endsWithin(Duration atMost) {
        try {
            return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
