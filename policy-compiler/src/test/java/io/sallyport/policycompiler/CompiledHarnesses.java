package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.OrganisationAllowlist;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Compiles harnesses as a gateway does, with a compiler that all their tests share. */
final class CompiledHarnesses {
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private CompiledHarnesses() {}

    static Compilation<SandboxPolicy> compiled(
            @Nullable String lease,
            @Nullable String harness,
            @Nullable String policy,
            HarnessFiles enclosed,
            Lent lent) {
        var harnesses = new HarnessSettings(false, OrganisationAllowlist.UNSET, lent, Forges.PUBLIC);
        var compiler = new PolicyCompiler(
                REGO,
                Authoring.ofGuardrails(),
                Authoring.ofSandbox(),
                ToBytecode.WHEN_USED,
                new DocumentRules(LeaseRules.BY_DEFAULT, harnesses));
        var documents = SandboxDocuments.builder()
                .lease(lease)
                .harness(harness)
                .policy(policy)
                .build();
        return compiler.sandbox(documents.toBuilder().enclosed(enclosed).build(), "sb-1", NOW, PlanStore.NONE);
    }

    static PolicySnapshot snapshot(Compilation<SandboxPolicy> compilation) {
        var facts = new SandboxFacts(new SandboxId("sb-1"), null, Map.of(), Phase.PLANNING);
        var clock = EvalClock.of(InstantSource.fixed(NOW), new Random(1));
        return switch (compilation) {
            case Compilation.Ready<SandboxPolicy>(SandboxPolicy policy, var _) ->
                policy.under(AuthoredRego.NONE, facts, 1, Limits.DEFAULT, clock);
            case Compilation.Refused<SandboxPolicy>(var diagnostics) ->
                throw new AssertionError(diagnostics.toString());
            case Compilation.Unavailable<SandboxPolicy>(String why) -> throw new AssertionError(why);
        };
    }

    static List<String> errors(Compilation<SandboxPolicy> compilation) {
        assertThat(compilation).isInstanceOf(Compilation.Refused.class);
        return ((Compilation.Refused<SandboxPolicy>) compilation)
                .diagnostics().stream()
                        .filter(Diagnostic::isError)
                        .map(d -> d.file() + ":" + d.line() + ":" + d.column() + " " + d.code())
                        .toList();
    }
}
