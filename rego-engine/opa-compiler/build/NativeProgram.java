import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** The compiler program for the machine that builds. */
record NativeProgram(Go go, Cache cache) {
    private static final List<String> BUILD =
            List.of("build", "-ldflags=-s -w", "-trimpath", "-buildvcs=false", "-mod=readonly", "-o");

    /** Where the program is, built now if it is not there. */
    Path path() throws IOException, InterruptedException {
        String platform = System.getProperty("os.name") + "-" + System.getProperty("os.arch");
        String digest = go.digest(Go.Target.MACHINE)
                .add("flags", String.join(" ", BUILD))
                .add("platform", platform)
                .name();
        return cache.file("opa-compiler-native-" + digest, this::build);
    }

    /** Puts a copy where it is wanted; does nothing if it is there. */
    void into(Path file) throws IOException, InterruptedException {
        Path program = path();
        var stamp = new Stamp(file.resolveSibling(file.getFileName() + ".stamp"));
        String key = program.getFileName().toString();
        if (Files.exists(file) && stamp.says(key)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.copy(program, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        stamp.write(key);
    }

    private void build(Path file) throws IOException, InterruptedException {
        Build.progress("building OPA's compiler for this machine (once, up to a minute)");
        go.run(Map.of(), Run.join(BUILD, file.toString(), "."));
        if (!file.toFile().setExecutable(true, true)) {
            throw new BuildFailure("cannot make executable: " + file);
        }
    }
}
