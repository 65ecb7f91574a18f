import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;

/**
 * Plans the Rego library with OPA's compiler as the gateway runs it: {@code java -cp REGO_ENGINE Plan.java REGO
 * ENTRYPOINTS CLASSES}. A plan takes seconds; the native program, built for nothing else, takes a minute.
 */
class Plan {
    /** Enough on a busy machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    public static void main(String... args) throws IOException, InterruptedException {
        Path classes = Build.absolute(args[2]);
        try {
            plan(Library.read(Build.absolute(args[0]), Build.absolute(args[1])), classes);
        } catch (BuildFailure e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void plan(Library library, Path classes) throws IOException, InterruptedException {
        Go go = Go.find(Build.sources());
        String key = library.digest()
                .add("compiler", go.digest(Go.Target.JVM).name())
                .name();
        var stamp = new Stamp(classes.resolve("../rego-library.stamp").normalize());
        if (Files.exists(Library.plan(classes)) && stamp.says(key)) {
            return;
        }
        library.write(classes, compile(library));
        stamp.write(key);
    }

    private static String compile(Library library) throws IOException {
        var request = CompileRequest.of(library.policies(), library.entrypointNames());
        try (var compiler = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime)) {
            var budget = CompileBudget.ofGuardrails().withTimeout(TIMEOUT);
            return switch (compiler.compile(request, "build", budget)
                    .toCompletableFuture()
                    .join()) {
                case CompileOutcome.Compiled compiled -> compiled.planJson();
                case CompileOutcome.Refused refused ->
                    throw new BuildFailure(
                            refused.errors().stream().map(Object::toString).collect(Collectors.joining("\n")));
                case CompileOutcome.Unavailable unavailable -> throw new BuildFailure(unavailable.message());
            };
        }
    }
}
