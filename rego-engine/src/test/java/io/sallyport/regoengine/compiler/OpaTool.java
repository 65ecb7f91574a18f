package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The real {@code opa} in the embedded version. */
public final class OpaTool {
    private static final Path MODULE = Path.of("opa-compiler");

    private static @Nullable String program; // guarded by the class

    private OpaTool() {}

    /** Returns where Go keeps the command of the module's tool line; builds it if it is missing. */
    public static synchronized String program() throws Exception {
        String known = program;
        if (known == null) {
            known = run(MODULE, List.of("go", "tool", "-n", "opa")).strip();
            program = known;
        }
        return known;
    }

    /** Returns what it prints; it must succeed. */
    public static String run(Path folder, List<String> command) throws Exception {
        var builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CGO_ENABLED", "0");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as("%s: %s", command, out).isZero();
        return out;
    }
}
