package io.sallyport.cli.run;

import io.sallyport.client.ClientVariables;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The command of a run, with this process's streams. Safe for concurrent use. */
final class Child {
    /** How long it may take to end once it was asked to. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /**
     * Starts {@code command} with this process's environment and {@code variables}; options that the user gave every JVM
     * stand before ours.
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

    /** Its exit code, when it has one; until then {@code each} sees it once a second. */
    int await(Consumer<ProcessHandle> each) throws InterruptedException {
        while (!process.waitFor(1, TimeUnit.SECONDS)) {
            each.accept(process.toHandle());
        }
        return process.exitValue();
    }

    /** Asks it and what it started to end, and kills what has not after the grace; returns when all are gone. */
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
