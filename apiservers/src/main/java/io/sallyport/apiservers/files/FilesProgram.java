package io.sallyport.apiservers.files;

import io.sallyport.model.SandboxId;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * This program as servers start it for their files: the words before {@code get NAME LOCAL} and {@code put LOCAL NAME}.
 * The sandbox and its place are among them, and the last one keeps what follows from being read as an option.
 * Immutable.
 *
 * @param env env(1), by which names that are not ASCII reach it whatever a server's environment says; null: there is
 *     none
 * @param java of this JVM
 * @param classPath of this JVM, absolute
 */
public record FilesProgram(FilesSettings settings, @Nullable Path env, Path java, List<Path> classPath) {
    private static final String MAIN = "io.sallyport.cli.Main";

    public FilesProgram {
        classPath = List.copyOf(classPath);
    }

    /** As this JVM was started. */
    public static FilesProgram ofThisJvm(FilesSettings settings, @Nullable Path env) {
        String[] entries = System.getProperty("java.class.path", "").split(File.pathSeparator, -1);
        return new FilesProgram(
                settings,
                env,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Arrays.stream(entries)
                        .filter(entry -> !entry.isEmpty())
                        .map(entry -> Path.of(entry).toAbsolutePath())
                        .toList());
    }

    /** What a server's user has to be able to read. */
    public List<Path> files() {
        List<Path> files = new ArrayList<>(classPath);
        files.addFirst(java);
        return files;
    }

    /** For the servers of {@code sandbox}: a JSON array. */
    public String json(SandboxId sandbox) {
        return JsonMapper.shared().writeValueAsString(words(sandbox));
    }

    /** The same, as it is. */
    List<String> words(SandboxId sandbox) {
        List<String> words = new ArrayList<>();
        if (env != null) {
            words.addAll(List.of(env.toString(), "LC_ALL=C.UTF-8"));
        }
        words.addAll(List.of(
                java.toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(
                        File.pathSeparator,
                        classPath.stream().map(Path::toString).toList()),
                MAIN,
                "api-server",
                "files",
                "--sandbox=" + sandbox,
                "--timeout=" + settings.timeout().toSeconds()));
        switch (settings) {
            case FilesSettings.Shared(Path directory, var _) -> words.add("--directory=" + directory);
            case FilesSettings.ByCommand(var download, var upload, String root, var _) ->
                words.addAll(List.of(
                        "--download=" + JsonMapper.shared().writeValueAsString(download.template()),
                        "--upload=" + JsonMapper.shared().writeValueAsString(upload.template()),
                        "--root=" + root));
        }
        words.add("--");
        return words;
    }
}
