import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The Rego library that ships: formatted, checked strictly, tested by OPA itself, and planned by the compiler that is
 * embedded. Its files and its plan go into the jar, below {@code io/sallyport/rego}.
 */
record Library(Go go, NativeProgram program, Path rego, Path entrypoints) {
    private static final String HOME = "io/sallyport/rego";

    void into(Path classes) throws IOException, InterruptedException {
        Map<String, String> files = read();
        if (files.keySet().stream().allMatch(Library::isTest)) {
            throw new BuildFailure("no Rego below " + rego);
        }
        String key = key(files);
        var stamp = new Stamp(classes.resolve("../rego-library.stamp").normalize());
        Path plan = classes.resolve(HOME).resolve("plan.json");
        if (Files.exists(plan) && stamp.says(key)) {
            return;
        }
        check();
        Files.createDirectories(plan.getParent());
        plan(plan);
        files.keySet().removeIf(Library::isTest);
        for (var file : files.entrySet()) {
            Path copy = classes.resolve(HOME).resolve(file.getKey());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, file.getValue());
        }
        stamp.write(key);
    }

    /** What OPA's own command says of the library; it prints its complaints itself. */
    private void check() throws IOException, InterruptedException {
        Build.progress(
                "opa fmt, check and test of the library (the first time, OPA's command is built: up to two minutes)");
        opa("fmt", "--diff", "--fail");
        opa("check", "--strict");
        opa("test");
    }

    private void plan(Path plan) throws IOException, InterruptedException {
        var command =
                List.of(program.path().toString(), "plan", rego.toString(), entrypoints.toString(), plan.toString());
        if (Run.inherit(go.module(), Map.of(), command) != 0) {
            throw new BuildFailure("the Rego library does not compile");
        }
    }

    private void opa(String... arguments) throws IOException, InterruptedException {
        go.run(Map.of(), Run.join(Run.join(List.of("tool", "opa"), arguments), rego.toString()));
    }

    private Map<String, String> read() throws IOException {
        var files = new TreeMap<String, String>();
        try (Stream<Path> paths = Files.walk(rego)) {
            for (Path path : paths.filter(p -> p.toString().endsWith(".rego")).toList()) {
                files.put(rego.relativize(path).toString().replace('\\', '/'), Files.readString(path));
            }
        }
        return files;
    }

    private String key(Map<String, String> files) throws IOException, InterruptedException {
        var digest = new Digest().add("program", program.path().getFileName().toString());
        digest.add("entrypoints", Files.readString(entrypoints));
        files.forEach(digest::add);
        return digest.name();
    }

    private static boolean isTest(String name) {
        return name.endsWith("_test.rego");
    }
}
