package io.sallyport.policycompiler.author;

import io.sallyport.decision.Author;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Sha256;
import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.Compilation.Refused;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.wasm.LoadedWasm;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmProgram;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Guardrails from a program that was compiled elsewhere. What it reads cannot be checked beforehand, but it receives
 * nothing except the request and the lists. Safe for concurrent use.
 */
public final class CompiledAuthor {
    private static final String DENY = "sallyport/guardrails/deny";
    private static final String OBLIGATIONS = "sallyport/guardrails/obligations";

    private final WasmEngine engine;

    public CompiledAuthor(WasmEngine engine) {
        this.engine = engine;
    }

    /**
     * Returns an author that uses {@code guardrails}, and {@code rego} for the documents that they do not provide.
     *
     * @param lists the data that both read
     */
    public Compilation<AuthoredRego> author(CompiledGuardrails guardrails, AuthoredRego rego, RegoObject lists) {
        return switch (guardrails.kind()) {
            case PLAN ->
                AuthorPrograms.load(Plan.parse(guardrails.bytes()), DENY, "plan.json", ToBytecode.WHEN_USED)
                        .then(programs -> author(
                                guardrails,
                                programs.enforced().entrypoints(),
                                programs.enforced()::entrypoint,
                                programs,
                                rego,
                                lists));
            case WASM ->
                switch (engine.load(guardrails.bytes(), StandardBuiltins.all().withoutChance())) {
                    case LoadedWasm.Ready(var program) -> wasm(guardrails, program, rego, lists);
                    case LoadedWasm.Refused(var why) -> refused(why);
                };
        };
    }

    private static Compilation<AuthoredRego> wasm(
            CompiledGuardrails guardrails, WasmProgram program, AuthoredRego rego, RegoObject lists) {
        String why = program.prepare(lists);
        return why == null
                ? author(
                        guardrails,
                        program.entrypoints(),
                        name -> ReadsContents.of(program.entrypoint(name)),
                        null,
                        rego,
                        lists)
                : refused("the lists are not taken: " + why);
    }

    private static Compilation<AuthoredRego> author(
            CompiledGuardrails guardrails,
            Set<String> there,
            Lookup entrypoints,
            @Nullable AuthorPrograms programs,
            AuthoredRego rego,
            RegoObject lists) {
        Set<String> wanted = guardrails.entrypoints().isEmpty() ? there : guardrails.entrypoints();
        Set<String> others = new TreeSet<>(wanted);
        others.removeAll(Set.of(DENY, OBLIGATIONS));
        if (wanted.isEmpty() || !others.isEmpty() || !there.containsAll(wanted)) {
            return refused("entrypoints " + new TreeSet<>(wanted) + " of " + new TreeSet<>(there) + " (expected: "
                    + DENY + ", " + OBLIGATIONS + ")");
        }
        Evaluable deny = wanted.contains(DENY) ? entrypoints.entrypoint(DENY) : null;
        Evaluable obligations = wanted.contains(OBLIGATIONS) ? entrypoints.entrypoint(OBLIGATIONS) : null;
        Author beside = rego.author();
        if ((deny != null && beside.deny() != null) || (obligations != null && beside.obligations() != null)) {
            return refused("its Rego has rules for a document that the compiled part answers");
        }
        Program reported = programs == null ? null : programs.reported();
        Author author = new Author(
                deny == null ? beside.deny() : deny,
                deny == null ? beside.reported() : reported == null ? null : reported.entrypoint(DENY),
                obligations == null ? beside.obligations() : obligations,
                lists,
                beside.annotations());
        List<String> rules = deny == null ? rego.rules() : programs == null ? List.of() : programs.rules();
        String digest = Sha256.hexOfAll(
                "compiled", guardrails.kind().name(), guardrails.digest(), rego.digest(), lists.toString());
        return new Ready<>(new AuthoredRego(author, digest, rego.bundles(), rules), List.of());
    }

    /** Returns the document of a name, or null. */
    private interface Lookup {
        @Nullable
        Evaluable entrypoint(String name);
    }

    private static <T> Compilation<T> refused(String why) {
        return new Refused<>(List.of(Diagnostic.error("bundle", 0, 0, DiagnosticCode.COMPILED_POLICY, why, null)));
    }
}
