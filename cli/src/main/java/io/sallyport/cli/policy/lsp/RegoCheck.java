package io.sallyport.cli.policy.lsp;

import io.sallyport.cli.policy.lint.LintRule;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.ConstantRules;
import io.sallyport.policycompiler.author.RegoDiagnostics;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks Rego as {@code policy check} and {@code policy lint} do, and formats it as {@code policy fmt}. */
final class RegoCheck {
    private static final String REQUESTER = "editor";

    private final RegoCompiler rego;
    private final PolicyCompiler compiler;
    private final EvalClock clock;

    /** @param compiler uses {@code rego} */
    RegoCheck(RegoCompiler rego, PolicyCompiler compiler, EvalClock clock) {
        this.rego = rego;
        this.compiler = compiler;
        this.clock = clock;
    }

    /** Checks all files of a unit. Blocks while OPA compiles. */
    List<CheckedFile> check(RegoUnit unit, Instant now) {
        if (unit.files().isEmpty()) {
            return List.of();
        }
        var found = new ArrayList<Diagnostic>();
        Map<String, String> guardrails = unit.named(RegoAuthor.GUARDRAILS);
        if (!guardrails.isEmpty()) {
            var plans = new HeldPlans();
            found.addAll(findings(
                    compiler.guardrails(guardrails, unit.data(), plans),
                    team -> constant(
                            team.bundles(),
                            "sallyport/guardrails",
                            team.author().data(),
                            plans)));
        }
        Map<String, String> sandbox = unit.named(RegoAuthor.SANDBOX);
        if (!sandbox.isEmpty()) {
            var plans = new HeldPlans();
            SandboxDocuments documents =
                    SandboxDocuments.builder().rego(sandbox).build();
            found.addAll(findings(
                    compiler.sandbox(documents, REQUESTER, now, plans),
                    policy -> constant(policy.bundles(), "sallyport/sandbox", EntryObject.EMPTY, plans)));
        }
        unit.named(RegoAuthor.OTHER).forEach((name, text) -> found.addAll(syntax(name, text)));
        return unit.checked(found.stream().map(LintRule::graded).distinct().toList());
    }

    private List<Diagnostic> constant(List<String> bundles, String root, RegoObject data, HeldPlans plans) {
        return ConstantRules.of(bundles, root, data, plans, clock);
    }

    private static <T> List<Diagnostic> findings(Compilation<T> made, Function<T, List<Diagnostic>> lint) {
        return switch (made) {
            case Compilation.Ready<T>(T policy, var warnings) ->
                Stream.concat(warnings.stream(), lint.apply(policy).stream()).toList();
            case Compilation.Refused<T>(var wrong) -> wrong;
            case Compilation.Unavailable<T>(var why) -> List.of(unchecked(why));
        };
    }

    private List<Diagnostic> syntax(String name, String text) {
        return switch (asked(name, text).toCompletableFuture().join()) {
            case CompileOutcome.Compiled _ -> List.of();
            case CompileOutcome.Refused refused -> RegoDiagnostics.of(refused);
            case CompileOutcome.Unavailable(var _, var why) -> List.of(unchecked(why));
        };
    }

    private static Diagnostic unchecked(String why) {
        return Diagnostic.warning("", 0, 0, DiagnosticCode.COMPILE_LIMIT, "not checked: " + why, null);
    }

    /** Returns the formatted text; the text itself if it does not parse. */
    CompletionStage<String> formatted(String text) {
        String name = "text.rego";
        return asked(name, text)
                .thenApply(outcome -> outcome instanceof CompileOutcome.Compiled compiled
                        ? compiled.analysis().formatted().getOrDefault(name, text)
                        : text);
    }

    private CompletionStage<CompileOutcome> asked(String name, String text) {
        CompileRequest request =
                CompileRequest.of(Map.of(name, text), List.of()).asking(CompileRequest.Kind.FORMAT);
        return rego.compile(request, REQUESTER, CompileBudget.ofGuardrails());
    }
}
