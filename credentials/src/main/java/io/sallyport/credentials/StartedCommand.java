package io.sallyport.credentials;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program with all that it starts. Where setsid(1) is there, it leads a process group of its own, and what it leaves
 * behind ends with it; elsewhere, only those end that are its descendants while it lives. Confined to one thread.
 */
final class StartedCommand implements AutoCloseable {
    private static final int SIGKILL = 9;
    private static final MethodHandle KILL = kill();

    private final Process process;
    private final boolean leadsGroup;

    private StartedCommand(Process process, boolean leadsGroup) {
        this.process = process;
        this.leadsGroup = leadsGroup;
    }

    /**
     * Starts a program of the folders in {@code PATH}, or of a path. Its standard error is discarded.
     *
     * @param environment all that it gets
     * @throws IOException if it is not there or cannot be started
     */
    static StartedCommand start(List<String> command, Map<String, String> environment) throws IOException {
        String path = environment.getOrDefault("PATH", "");
        String program = found(command.getFirst(), path);
        if (program == null) {
            throw new FileNotFoundException(command.getFirst());
        }
        String setsid = found("setsid", path);
        List<String> words = new ArrayList<>(setsid == null ? List.of() : List.of(setsid));
        words.add(program);
        words.addAll(command.subList(1, command.size()));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new StartedCommand(builder.start(), setsid != null);
    }

    private static @Nullable String found(String program, String path) {
        Stream<String> files = program.indexOf('/') >= 0
                ? Stream.of(program)
                : Stream.of(path.split(":", -1))
                        .filter(folder -> folder.startsWith("/"))
                        .map(folder -> folder + "/" + program);
        return files.filter(file -> Files.isExecutable(Path.of(file)))
                .findFirst()
                .orElse(null);
    }

    Process process() {
        return process;
    }

    /** Kills all of them. */
    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        if (leadsGroup) {
            killGroup(process.pid());
        }
    }

    /** The number of a group stays its own while it has a member; one without any gets no signal. */
    private static void killGroup(long leader) {
        try {
            int _ = (int) KILL.invokeExact((int) -leader, SIGKILL);
        } catch (Throwable e) {
            throw new IllegalStateException("kill(2) cannot be called", e);
        }
    }

    @SuppressWarnings("restricted") // a call of two numbers that touches no memory
    private static MethodHandle kill() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("kill").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}
