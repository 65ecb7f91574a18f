package io.sallyport.cli.policy.query;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.policycompiler.author.RegoDiagnostics;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompileRequest.AdHocQuery;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.util.HashMap;
import java.util.Map;

/** Runs one compilation, with a compiler created for it alone. */
public final class OneCompilation {
    private OneCompilation() {}

    /** Returns the result; ends the command if the compiler refuses. */
    public static CompileOutcome.Compiled of(CompileRequest request) throws CliException {
        try (var compiler = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime)) {
            CompileOutcome outcome = compiler.compile(request, "cli", CompileBudget.ofGuardrails())
                    .toCompletableFuture()
                    .join();
            return switch (outcome) {
                case CompileOutcome.Compiled compiled -> compiled;
                case CompileOutcome.Refused refused ->
                    throw CliException.refused(RegoDiagnostics.of(refused), SourceTexts.of(texts(request)));
                case CompileOutcome.Unavailable(var bound, String why) ->
                    throw CliException.unreachable("not compiled: " + bound + ": " + why);
            };
        }
    }

    /** Returns what diagnostics refer to: the files, and the query. */
    private static Map<String, String> texts(CompileRequest request) {
        AdHocQuery query = request.query();
        if (query == null) {
            return request.files();
        }
        var texts = new HashMap<>(request.files());
        texts.put(AdHocQuery.NAME, query.text());
        return texts;
    }
}
