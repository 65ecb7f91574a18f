package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.policycompiler.RegoDiagnostics;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;

/** Asks OPA's compiler one thing, with a compiler that is there for this alone. */
final class OneCompilation {
    private OneCompilation() {}

    /** What came of it; what is refused ends the command. */
    static CompileOutcome.Compiled of(CompileRequest request) throws CliException {
        try (var compiler = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime)) {
            CompileOutcome outcome = compiler.compile(request, "cli", CompileBudget.ofGuardrails())
                    .toCompletableFuture()
                    .join();
            return switch (outcome) {
                case CompileOutcome.Compiled compiled -> compiled;
                case CompileOutcome.Refused refused ->
                    throw CliException.refused(RegoDiagnostics.of(refused), request.files());
                case CompileOutcome.Unavailable(var bound, String why) ->
                    throw CliException.unreachable("not compiled: " + bound + ": " + why);
            };
        }
    }
}
