import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * OPA's compiler after its initialisation, made by the module's own {@code CompilerImageBuilder} in a JVM of its own:
 * some seconds that no process of the gateway spends.
 */
record Image(Path chicoryJars, Path classes) {
    private static final String PACKAGE = "io.sallyport.regoengine.compiler";

    /** Puts the image beside the classes; does nothing if what it is made from is unchanged. */
    void write() throws IOException, InterruptedException {
        Path folder = JvmClasses.folder(classes);
        String key = key();
        var stamp = new Stamp(classes.resolveSibling("opa-image.stamp"));
        if (Files.exists(folder.resolve("Opa.image")) && stamp.says(key)) {
            return;
        }
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes + System.getProperty("path.separator") + chicoryJars + "/*",
                PACKAGE + ".CompilerImageBuilder",
                JvmClasses.meta(classes).toString(),
                folder.toString());
        int exit = Run.inherit(Path.of("").toAbsolutePath(), Map.of(), command);
        if (exit != 0) {
            throw new BuildFailure("OPA's compiler could not be initialised (exit " + exit + ")");
        }
        stamp.write(key);
    }

    /** What the image is made from: the translated program, and the classes that run and write it. */
    private String key() throws IOException {
        var digest = new Digest()
                .add("program", Files.readString(JvmClasses.stamp(classes).file()));
        for (String name : List.of("CompilerImageBuilder", "CompilerImage", "SealedHost", "WasmSections")) {
            Path file = classes.resolve(PACKAGE.replace('.', '/')).resolve(name + ".class");
            digest.add(name, HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
        return digest.name();
    }
}
