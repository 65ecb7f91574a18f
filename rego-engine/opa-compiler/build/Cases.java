import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** OPA's own evaluation cases, planned: what the engine's conformance tests read. */
record Cases(Go go, Cache cache) {
    /** Puts a copy where it is wanted; does nothing if it is there. */
    void into(Path file) throws IOException, InterruptedException {
        Path made = cache.file("opa-compiler-cases-" + key(), this::write);
        var stamp = new Stamp(file.resolveSibling(file.getFileName() + ".stamp"));
        String key = made.getFileName().toString();
        if (Files.exists(file) && stamp.says(key)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.copy(made, file, StandardCopyOption.REPLACE_EXISTING);
        stamp.write(key);
    }

    private String key() throws IOException {
        var digest = go.digest(Go.Target.MACHINE);
        try (Stream<Path> files = Files.list(go.module().resolve("cases"))) {
            for (Path file : files.sorted().toList()) {
                digest.add(file.getFileName().toString(), Files.readString(file));
            }
        }
        return digest.name();
    }

    private void write(Path file) throws IOException, InterruptedException {
        Build.progress("planning OPA's own cases (once, up to a minute)");
        go.run(Map.of(), List.of("run", "-mod=readonly", "./cases", file.toString()));
    }
}
