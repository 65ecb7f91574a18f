import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The Rego library that ships. Its plan and its files, less the tests, go into the jar, below {@code
 * io/sallyport/rego}.
 *
 * @param rego the folder
 * @param files text by slash path below it, tests too
 * @param entrypoints the file that names the entrypoints, one on a line; {@code #} begins a comment
 */
record Library(Path rego, SortedMap<String, String> files, Path entrypoints) {
    private static final String HOME = "io/sallyport/rego";

    static Library read(Path rego, Path entrypoints) throws IOException {
        var files = new TreeMap<String, String>();
        try (Stream<Path> paths = Files.walk(rego)) {
            for (Path path : paths.filter(p -> p.toString().endsWith(".rego")).toList()) {
                files.put(rego.relativize(path).toString().replace('\\', '/'), Files.readString(path));
            }
        }
        var library = new Library(rego, files, entrypoints);
        if (library.policies().isEmpty()) {
            throw new BuildFailure("no Rego below " + rego);
        }
        return library;
    }

    /** The files that ship. */
    SortedMap<String, String> policies() {
        var policies = new TreeMap<String, String>(files);
        policies.keySet().removeIf(name -> name.endsWith("_test.rego"));
        return policies;
    }

    List<String> entrypointNames() throws IOException {
        return Files.readAllLines(entrypoints).stream()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    static Path plan(Path classes) {
        return classes.resolve(HOME).resolve("plan.json");
    }

    /** Writes the files and their plan. */
    void write(Path classes, String plan) throws IOException {
        for (var file : policies().entrySet()) {
            Path copy = classes.resolve(HOME).resolve(file.getKey());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, file.getValue());
        }
        Files.writeString(plan(classes), plan);
    }

    /** Everything that decides the plan and what checks say, but for the compiler. */
    Digest digest() throws IOException {
        var digest = new Digest().add("entrypoints", Files.readString(entrypoints));
        files.forEach(digest::add);
        return digest;
    }
}
