package io.sallyport.regoengine.conformance;

import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * What the compiler in the JVM makes of cases. A plan is kept in {@code target} under the digests of compiler and
 * source, since compiling 2,400 cases takes minutes and running them seconds.
 */
record CompiledCases(RegoCompiler compiler, Path folder) {
    /** The entrypoint of a case's query, and that of {@code data} itself. */
    static final String QUERY = "conformance/answers";

    static final String ALL = "";

    private static final Path STAMP = Path.of("target/opa-compiler.stamp");
    private static final CompileBudget BUDGET = new CompileBudget(Duration.ofMinutes(5), 1 << 20, 20, false);

    static CompiledCases of(RegoCompiler compiler) throws IOException {
        Path folder = Path.of("target/opa-plans", Files.readString(STAMP).strip());
        Files.createDirectories(folder);
        return new CompiledCases(compiler, folder);
    }

    /** A plan, or what was refused. */
    sealed interface Compiled {
        record Plan(String json) implements Compiled {}

        record Refused(String why) implements Compiled {}
    }

    Compiled compile(OpaCase opaCase) throws IOException {
        var request = CompileRequest.of(opaCase.source(), List.of(opaCase.asksForAll() ? ALL : QUERY))
                .inVersion0(opaCase.v0())
                .with(TestBuiltins.DECLARED)
                .notStrict();
        Path kept = folder.resolve(request.digest());
        if (Files.exists(kept)) {
            return new Compiled.Plan(Files.readString(kept));
        }
        return switch (outcome(request)) {
            case CompileOutcome.Compiled compiled -> {
                write(kept, compiled.planJson());
                yield new Compiled.Plan(compiled.planJson());
            }
            case CompileOutcome.Refused refused ->
                new Compiled.Refused(refused.errors().toString());
            case CompileOutcome.Unavailable unavailable -> new Compiled.Refused(unavailable.message());
        };
    }

    /** Aside first, so that a build that is broken off leaves no half of it. */
    private void write(Path file, String plan) throws IOException {
        Path aside = Files.createTempFile(folder, "making", ".tmp");
        Files.writeString(aside, plan);
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private CompileOutcome outcome(CompileRequest request) {
        return compiler.compile(request, "conformance", BUDGET)
                .toCompletableFuture()
                .join();
    }
}
