package io.sallyport.cli.run;

import io.sallyport.client.ClientVariables;
import io.sallyport.fence.Fence;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The child process of a run, which inherits this process's streams. Safe for concurrent use. */
final class Child {
    /** How long the process may take to end after it was asked to. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Process process;
    private final @Nullable Fence fence;

    private Child(Process process, @Nullable Fence fence) {
        this.process = process;
        this.fence = fence;
    }

    /**
     * Starts {@code command} beside this process.
     *
     * @param environment the whole of it
     */
    static Child start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new Child(builder.start(), null);
    }

    /** Starts {@code command} inside of {@code fence}, which the caller keeps. */
    static Child inside(Fence fence, List<String> command, Map<String, String> environment) {
        return new Child(fence.start(command, environment), fence);
    }

    /**
     * Returns this process's environment with {@code variables}. Options that the user set for every JVM are placed
     * before ours.
     *
     * @param withheld names of variables of this process that hold secrets
     */
    static Map<String, String> environment(Map<String, String> variables, Set<String> withheld) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(withheld);
        String options = environment.get(ClientVariables.JAVA);
        environment.putAll(variables);
        if (options != null) {
            environment.merge(ClientVariables.JAVA, options, (ours, theirs) -> theirs + " " + ours);
        }
        return environment;
    }

    /**
     * Waits for the exit code; until then calls {@code each} once a second.
     *
     * @throws IOException if the fence could not start the command
     */
    int await(Consumer<ProcessHandle> each) throws IOException, InterruptedException {
        while (!process.waitFor(1, TimeUnit.SECONDS)) {
            each.accept(process.toHandle());
        }
        String failure = fence == null ? null : fence.failure();
        if (failure != null) {
            throw new IOException(failure);
        }
        return process.exitValue();
    }

    /**
     * Asks the process and its descendants to end, and kills those that remain after the grace period; returns when all
     * are gone. A fence passes both on to what runs inside.
     */
    void end() {
        List<ProcessHandle> started = fence == null ? process.descendants().toList() : List.of();
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
