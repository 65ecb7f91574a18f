package io.sallyport.cli.run;

import io.sallyport.client.ClientVariables;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The child process of a run, which inherits this process's streams. Safe for concurrent use. */
final class Child {
    /** How long the process may take to end after it was asked to. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /**
     * Starts {@code command} with this process's environment and {@code variables}. Options that the user set for every
     * JVM are placed before ours.
     */
    static Child start(List<String> command, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        String options = environment.get(ClientVariables.JAVA);
        environment.putAll(variables);
        if (options != null) {
            environment.merge(ClientVariables.JAVA, options, (ours, theirs) -> theirs + " " + ours);
        }
        return new Child(builder.start());
    }

    /** Waits for the exit code; until then calls {@code each} once a second. */
    int await(Consumer<ProcessHandle> each) throws InterruptedException {
        while (!process.waitFor(1, TimeUnit.SECONDS)) {
            each.accept(process.toHandle());
        }
        return process.exitValue();
    }

    /**
     * Asks the process and its descendants to end, and kills those that remain after the grace period; returns when all
     * are gone.
     */
    void end() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        started.forEach(ProcessHandle::destroy);
        boolean ended = false;
        try {
            ended = process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            process.destroyForcibly();
        }
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
