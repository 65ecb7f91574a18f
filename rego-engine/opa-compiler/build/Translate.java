import com.dylibso.chicory.build.time.compiler.Config;
import com.dylibso.chicory.build.time.compiler.Generator;
import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Translates a wasm module to JVM classes: {@code java -cp 'chicory/*' Translate.java CLASS opa.wasm out.jar}.
 *
 * <p>Four functions are larger than a JVM method may be and stay wasm, run by Chicory's interpreter (OPA 1.22.2: three
 * initialisers, which run once in the life of an instance, and the reader of JSON schemas).
 *
 * <p>Left alone, Chicory finds both limits of a class by failing, and starts from the beginning each time. Told both,
 * it takes less than half the processor time and makes the same bytes.
 */
class Translate {
    private static final LocalDateTime NO_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    /** With more functions of OPA a class has too many constants; then Chicory halves the number by itself. */
    private static final int FUNCTIONS_PER_CLASS = 1536;

    /** Above it a function is taken for too large at once; of OPA, four are, and the next one has 20,599. */
    private static final int MAX_INSTRUCTIONS = 22_000;

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
        CompilerResult result = compile(Parser.parse(wasm), name + "Machine");
        for (var compiled : result.classBytes().entrySet()) {
            Path file = folder.resolve(compiled.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, compiled.getValue());
        }
        var config = Config.builder().withWasmFile(wasm).withName(name).withTargetWasmFolder(folder);
        new Generator(config.build()).generateMetaWasm(result.interpretedFunctions());
    }

    private static CompilerResult compile(WasmModule module, String name) {
        Set<Integer> interpreted = large(module);
        while (true) {
            try {
                return Compiler.builder(module)
                        .withClassName(name)
                        .withMaxFunctionsPerClass(FUNCTIONS_PER_CLASS)
                        .withInterpretedFunctions(interpreted)
                        .withInterpreterFallback(InterpreterFallback.FAIL)
                        .build()
                        .compile();
            } catch (ChicoryException e) {
                interpreted.add(tooLarge(e));
            }
        }
    }

    private static Set<Integer> large(WasmModule module) {
        int imports = module.importSection().count(ExternalType.FUNCTION);
        var large = new HashSet<Integer>();
        for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
            if (module.codeSection().getFunctionBody(i).instructions().size() > MAX_INSTRUCTIONS) {
                large.add(imports + i);
            }
        }
        return large;
    }

    /** The function that Chicory could not translate; any other failure goes on. */
    private static int tooLarge(ChicoryException e) {
        if (e.getCause() instanceof MethodTooLargeException method
                && method.getMethodName().startsWith("func_")) {
            return Integer.parseInt(method.getMethodName().substring("func_".length()));
        }
        throw e;
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
