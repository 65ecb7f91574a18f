package io.sallyport.fetch;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a program as a user who is held to the modes of files. */
public final class WithoutRights {
    private WithoutRights() {}

    /** What it checks in {@code root}. */
    @FunctionalInterface
    public interface Check {
        void run(Path root) throws IOException;
    }

    /**
     * Root may do whatever there is, so there it is tried in a process of root's without that right.
     *
     * @param program whose main method does {@code check} in the directory that is its argument
     */
    public static void run(Class<?> program, Check check, Path root) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            check.run(root);
            return;
        }
        List<String> command = List.of(
                require("setpriv").toString(),
                "--bounding-set=-dac_override,-dac_read_search",
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                root.toString());
        Path said = Files.createTempFile(root, "said", "");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor()).as(() -> read(said)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
