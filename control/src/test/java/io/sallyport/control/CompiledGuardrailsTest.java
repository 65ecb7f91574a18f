package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.control.calls.ApprovalRules;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.ConfiguredGuardrails;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.WorkspaceRules;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.PendingChanges;
import io.sallyport.control.store.RevokedLeases;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.control.store.StoredGuardrails;
import io.sallyport.control.workspace.Workspaces;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.CompiledGuardrails;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Guardrails that came compiled, as real programs: nothing keeps them but the operator's bundle. */
class CompiledGuardrailsTest {
    private static final String DENY = "sallyport/guardrails/deny";
    private static final Map<String, String> REGO = Map.of("g.rego", """
            package sallyport.guardrails

            deny contains {"rule": "r", "message": "m"} if input.net.host == "a.test"
            """);

    private final Store store = new MemoryStore();

    @Test
    void withoutTheBundleAGatewayDoesNotStartRatherThanRunWithoutItsRules() throws StateException {
        for (var kind : CompiledGuardrails.Kind.values()) {
            GuardrailsDocuments bundle = compiled(kind);
            StoredGuardrails kept = start(bundle);
            assertThat(kept.isCompiled()).isTrue();
            assertThat(kept.rego()).isEmpty();
            assertThatThrownBy(() -> start(null)).hasMessageContaining("a compiled bundle, which is not configured");
            assertThat(start(bundle)).as("the same bundle is the same policy").isEqualTo(kept);
        }
    }

    @Test
    void anEmptyFolderTakesThemAwayAndOtherRegoTakesTheirPlace() throws StateException {
        long epoch = start(compiled(CompiledGuardrails.Kind.PLAN)).epoch();
        StoredGuardrails rego = start(new GuardrailsDocuments(REGO, null));
        assertThat(rego.epoch()).isGreaterThan(epoch);
        assertThat(start(null)).as("Rego is kept").isEqualTo(rego);
        start(compiled(CompiledGuardrails.Kind.PLAN));
        assertThat(start(new GuardrailsDocuments(Map.of(), null)).digest()).isEmpty();
        assertThat(start(null).digest()).isEmpty();
    }

    @Test
    void theyAreNotCompilationPartOfAnotherBundleWhichWouldLackTheirRules() {
        GuardrailsDocuments team = compiled(CompiledGuardrails.Kind.PLAN);
        try (var policies = CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime)) {
            var guardrails = ready(policies.guardrails(team, store));
            var sandbox = ready(policies.sandbox(new SandboxId("sb-1"), SandboxDocuments.NONE, store));
            for (BundleTarget target : BundleTarget.values()) {
                assertThat(policies.bundle(sandbox, guardrails, team, target, null))
                        .isInstanceOfSatisfying(
                                Compilation.Refused.class,
                                refused -> assertThat(refused.diagnostics().toString())
                                        .contains("COMPILED_POLICY", "build it from their Rego"));
            }
        }
    }

    private static <T> T ready(Compilation<T> made) {
        assertThat(made).isInstanceOf(Compilation.Ready.class);
        return ((Compilation.Ready<T>) made).value();
    }

    /** A gateway that starts over the state, as it is left. */
    private StoredGuardrails start(@Nullable GuardrailsDocuments configured) throws StateException {
        try (var policies = CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime)) {
            var cas = new MemoryAuthorities();
            var states = new SandboxStates(
                    store,
                    cas,
                    new Accounts(store, (_, _) -> {}, new UnwrittenSpending(Duration.ofSeconds(5), true)),
                    new RevokedLeases(store, InstantSource.system()),
                    new SandboxParts(List.of()),
                    new Workspaces(WorkspaceRules.NONE));
            var commits = new SandboxCommits(states, policies, new SandboxRegistry());
            new GuardrailsChanges(
                            states,
                            policies,
                            commits,
                            configured != null,
                            new PendingChanges(ApprovalRules.NONE, store, InstantSource.system()),
                            InstantSource.system())
                    .load(configured == null ? null : new ConfiguredGuardrails(configured, ChangeOrigin.BUNDLE));
            return store.guardrails();
        }
    }

    private static GuardrailsDocuments compiled(CompiledGuardrails.Kind kind) {
        CompileOutcome.Compiled made = made(kind);
        ByteBuffer program = kind == CompiledGuardrails.Kind.WASM
                ? made.analysis().module()
                : ByteBuffer.wrap(made.planJson().getBytes(StandardCharsets.UTF_8));
        return new GuardrailsDocuments(Map.of(), null, new CompiledGuardrails(kind, program, Set.of(DENY)), null);
    }

    private static CompileOutcome.Compiled made(CompiledGuardrails.Kind kind) {
        try (var compiler = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime)) {
            CompileRequest request = CompileRequest.of(REGO, List.of(DENY))
                    .asking(
                            kind == CompiledGuardrails.Kind.WASM
                                    ? CompileRequest.Kind.MODULE
                                    : CompileRequest.Kind.PLAN);
            CompileOutcome outcome = compiler.compile(request, "test", CompileBudget.ofGuardrails())
                    .toCompletableFuture()
                    .join();
            assertThat(outcome).isInstanceOf(CompileOutcome.Compiled.class);
            return (CompileOutcome.Compiled) outcome;
        }
    }
}
