import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** The program of the fence, for Linux on each platform that has a filter of system calls there. */
record FencePrograms(Go go, Cache cache) {
    private static final List<String> PLATFORMS = List.of("amd64", "arm64");
    private static final List<String> BUILD =
            List.of("build", "-ldflags=-s -w", "-trimpath", "-buildvcs=false", "-mod=readonly", "-o");

    /** Puts copies into {@code folder}, named {@code fence-PLATFORM}; does nothing if they are there. */
    void into(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (String platform : PLATFORMS) {
            Path program = program(platform);
            Path file = folder.resolve("fence-" + platform);
            if (!Files.exists(file) || Files.mismatch(program, file) >= 0) {
                Files.copy(program, file, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path program(String platform) throws IOException, InterruptedException {
        String digest = go.digest(Go.Target.MACHINE)
                .add("flags", String.join(" ", BUILD))
                .add("platform", platform)
                .name();
        return cache.file("fence-" + platform + "-" + digest, file -> build(platform, file));
    }

    private void build(String platform, Path file) throws IOException, InterruptedException {
        Build.progress("building the fence's program for Linux on " + platform + " (once, seconds)");
        go.run(Map.of("GOOS", "linux", "GOARCH", platform), Run.join(BUILD, file.toString(), "."));
    }
}
