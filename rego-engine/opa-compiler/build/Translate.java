import com.dylibso.chicory.build.time.compiler.Config;
import com.dylibso.chicory.build.time.compiler.Generator;
import com.dylibso.chicory.compiler.InterpreterFallback;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Translates a wasm module to JVM classes: {@code java -cp 'chicory/*' Translate.java CLASS opa.wasm out.jar}.
 *
 * <p>Three functions are larger than a JVM method may be and stay wasm, run by Chicory's interpreter; all of them run
 * at most once in the life of an instance (OPA 1.22.2: two initialisers, and the reader of JSON schemas).
 */
class Translate {
    private static final LocalDateTime NO_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    public static void main(String... args) throws IOException {
        Path folder = Files.createTempDirectory("sallyport-translate");
        try {
            translate(args[0], Path.of(args[1]), folder);
            pack(folder, Path.of(args[2]));
        } finally {
            delete(folder);
        }
    }

    private static void translate(String name, Path wasm, Path folder) throws IOException {
        var generator = new Generator(Config.builder()
                .withWasmFile(wasm)
                .withName(name)
                .withTargetClassFolder(folder)
                .withTargetSourceFolder(folder)
                .withTargetWasmFolder(folder)
                .withInterpreterFallback(InterpreterFallback.SILENT)
                .withInterpretedFunctions(Set.of())
                .build());
        generator.generateMetaWasm(generator.generateResources());
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            for (Path file : walk(folder).stream().filter(Files::isRegularFile).toList()) {
                var entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
                entry.setTimeLocal(NO_TIME);
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : walk(folder).reversed()) {
            Files.delete(file);
        }
    }

    private static List<Path> walk(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.naturalOrder()).toList();
        }
    }
}
