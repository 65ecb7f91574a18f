package io.sallyport.policycompiler;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.Compilation.Refused;
import io.sallyport.policycompiler.author.Compilation.Unavailable;
import io.sallyport.policycompiler.author.RegoDiagnostics;
import io.sallyport.policycompiler.bundle.Bundle;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.compiler.Analysis;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Compiles library, guardrails and a sandbox's Rego with OPA as one policy for {@code data.sallyport.decision}. Safe
 * for concurrent use; blocks while OPA compiles.
 */
record WholePolicy(RegoCompiler compiler) {
    /** More than guardrails, a sandbox's Rego and the library may need together. */
    private static final CompileBudget BUDGET = new CompileBudget(Duration.ofSeconds(60), 2 << 20, 512, false);

    private static final String REQUESTER = "bundle";

    /** Returns the archive of {@code bundle} in the form of {@code target}. */
    Compilation<byte[]> written(Bundle bundle, BundleTarget target) {
        return switch (target) {
            case REGO -> new Ready<>(bundle.written(), List.of());
            case PLAN ->
                compiled(
                        bundle,
                        CompileRequest.Kind.PLAN,
                        made -> bundle.withPlan(made.planJson().getBytes(StandardCharsets.UTF_8)));
            case WASM ->
                compiled(
                        bundle,
                        CompileRequest.Kind.MODULE,
                        made -> bundle.asModule(bytes(made.analysis()), Library.DECISION));
        };
    }

    private Compilation<byte[]> compiled(
            Bundle bundle, CompileRequest.Kind kind, Function<CompileOutcome.Compiled, Bundle> written) {
        CompileRequest request = CompileRequest.of(bundle.rego(), List.of(Library.DECISION))
                .inVersion0(bundle.v0())
                .notStrict()
                .without(Builtins.ofChance())
                .asking(kind);
        return switch (compiler.compile(request, REQUESTER, BUDGET)
                .toCompletableFuture()
                .join()) {
            case CompileOutcome.Compiled made -> new Ready<>(written.apply(made).written(), List.of());
            case CompileOutcome.Refused refused -> new Refused<>(RegoDiagnostics.of(refused));
            case CompileOutcome.Unavailable(var bound, String why) ->
                bound.isOfThePolicy()
                        ? new Refused<>(List.of(Diagnostic.error(
                                "bundle", 0, 0, DiagnosticCode.COMPILE_LIMIT, bound + ": " + why, null)))
                        : new Unavailable<>(why);
        };
    }

    private static byte[] bytes(Analysis analysis) {
        ByteBuffer module = analysis.module().duplicate();
        byte[] bytes = new byte[module.remaining()];
        module.get(bytes);
        return bytes;
    }
}
