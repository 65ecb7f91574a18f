package io.sallyport.apiservers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts programs as they are to be: by an argument vector, with an environment of their own, in a session and process
 * group of their own where setsid(1) is there. Immutable.
 *
 * @param wrapper what stands before the program, as {@code sudo -n -u NAME --}; may be empty
 * @param path the {@code PATH} that programs get
 * @param setsid null where this machine has none: then what a server leaves behind may outlive it
 */
public record Launcher(
        List<String> wrapper, String path, @Nullable Path setsid) {
    public Launcher {
        wrapper = List.copyOf(wrapper);
    }

    /** Programs started with the {@code PATH} given, and behind {@code wrapper}. */
    public static Launcher of(List<String> wrapper, String path) {
        return new Launcher(
                wrapper,
                path,
                Stream.of(path.split(File.pathSeparator))
                        .filter(folder -> folder.startsWith("/"))
                        .map(folder -> Path.of(folder, "setsid"))
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElse(null));
    }

    /** A process, and how it is signalled. */
    public record Started(Process process, ProcessGroup group) {}

    /** Starts {@code command} in {@code folder} with {@code environment} and {@code PATH}, its input empty. */
    public Started start(List<String> command, Path folder, Map<String, String> environment, boolean mergesOutput)
            throws IOException {
        List<String> whole = new ArrayList<>();
        if (setsid != null) {
            whole.add(setsid.toString());
        }
        whole.addAll(wrapper);
        whole.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(whole).directory(folder.toFile()).redirectErrorStream(mergesOutput);
        builder.environment().clear();
        builder.environment().put("PATH", path);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new Started(process, new ProcessGroup(process, setsid != null));
    }
}
