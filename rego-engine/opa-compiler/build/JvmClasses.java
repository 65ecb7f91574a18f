import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * OPA's compiler as JVM classes: the Go program built as a WASI reactor, translated by Chicory in a JVM of its own
 * (it wants 2 GiB of heap), kept as a jar.
 */
record JvmClasses(Go go, Cache cache, String chicoryVersion, Path chicoryJars) {
    private static final String NAME = "io.sallyport.regoengine.compiler.opa.Opa";
    private static final Map<String, String> WASI = Map.of("GOOS", "wasip1", "GOARCH", "wasm");
    private static final List<String> BUILD = List.of(
            "build", "-ldflags=-s -w", "-trimpath", "-buildvcs=false", "-mod=readonly", "-buildmode=c-shared", "-o");

    /** Puts the classes where the module's own go; does nothing if they are there. */
    void into(Path classes) throws IOException, InterruptedException {
        String key = key();
        Stamp stamp = stamp(classes);
        if (Files.exists(meta(classes)) && stamp.says(key)) {
            return;
        }
        Path jar = cache.file("opa-compiler-jvm-" + key + ".jar", this::build);
        try {
            unpack(jar, classes);
        } catch (ZipException e) {
            Files.delete(jar);
            throw new BuildFailure(jar + " was damaged (" + e.getMessage() + ") and is removed: build again");
        }
        stamp.write(key);
    }

    /** The module without the functions that are classes: for {@link Image}, and no part of the product. */
    static Path meta(Path classes) {
        return classes.resolveSibling("Opa.meta");
    }

    /** Where the classes are. */
    static Path folder(Path classes) {
        return classes.resolve(NAME.replace('.', '/')).getParent();
    }

    static Stamp stamp(Path classes) {
        return new Stamp(classes.resolveSibling("opa-classes.stamp"));
    }

    private String key() throws IOException {
        return go.digest(Go.Target.JVM)
                .add("flags", String.join(" ", BUILD))
                .add("chicory", chicoryVersion)
                .add("name", NAME)
                .add("translation", Files.readString(translation()))
                .name();
    }

    private Path translation() {
        return go.module().resolve("build/Translate.java");
    }

    private void build(Path jar) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("sallyport-opa");
        try {
            Path wasm = work.resolve("opa.wasm");
            Build.progress("building OPA's compiler for WASI (once, up to a minute)");
            go.run(WASI, Run.join(BUILD, wasm.toString(), "."));
            Build.progress(
                    "translating " + (Files.size(wasm) >> 20) + " MB of it to JVM classes (once, up to a minute)");
            translate(wasm, jar);
        } finally {
            Files.deleteIfExists(work.resolve("opa.wasm"));
            Files.delete(work);
        }
    }

    private void translate(Path wasm, Path jar) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-Xmx2g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                chicoryJars + "/*",
                translation().toString(),
                NAME,
                wasm.toString(),
                jar.toString());
        int exit = Run.inherit(Path.of("").toAbsolutePath(), Map.of(), command);
        if (exit != 0) {
            throw new BuildFailure("Chicory could not translate OPA's compiler (exit " + exit + ")");
        }
    }

    private static void unpack(Path jar, Path classes) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                boolean isMeta = entry.getName().endsWith(".meta");
                Path target = isMeta
                        ? meta(classes)
                        : classes.resolve(entry.getName()).normalize();
                Files.createDirectories(target.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
