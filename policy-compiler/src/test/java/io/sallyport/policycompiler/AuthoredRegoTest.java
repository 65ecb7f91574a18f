package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sallyport.decision.SandboxFacts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.Compilation.Ready;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoJson;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The Rego of authors: its version, and the metadata with the messages of its denies. */
class AuthoredRegoTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    private static final PolicyCompiler BEFORE_1_0 = new PolicyCompiler(
            REGO, Authoring.ofGuardrails().in(RegoVersion.V0), Authoring.ofSandbox(), ToBytecode.WHEN_USED);
    private static final String LEASE = "{\"net.fetch\": [\"https://**\"]}";
    private static final Map<String, String> ANNOTATED = Map.of("a.rego", """
            package sallyport.guardrails

            # METADATA
            # title: Gists are closed
            # description: Publish in the team's repository.
            deny contains {"rule": "no-gist"} if input.net.host == "gist.test"

            # METADATA
            # title: Not shown
            deny contains {"rule": "own", "message": "own words"} if input.net.host == "own.test"
            """);

    @Test
    void aDenyThatSaysNothingIsWordedByTheMetadataOfItsRule() {
        assertThat(denies(COMPILER, ANNOTATED, "gist.test"))
                .containsExactly(new Decision.DenyRule(
                        "guardrails:no-gist", "Gists are closed", "Publish in the team's repository."));
        assertThat(denies(COMPILER, ANNOTATED, "own.test"))
                .containsExactly(new Decision.DenyRule("guardrails:own", "own words"));
    }

    @Test
    void metadataIsKeptWithThePlan() {
        var store = new Kept(new HashMap<>());
        // a compiler that compiled it before would store nothing
        ready(new PolicyCompiler(REGO).guardrails(ANNOTATED, null, store));
        assertThat(store.bundles).hasSize(1);
        var closed = new RegoCompiler(CompilerSettings.defaults(), () -> 0L);
        closed.close();
        AuthoredRego found = ready(new PolicyCompiler(closed).guardrails(ANNOTATED, null, store));
        assertThat(RegoJson.write(found.author().annotations()))
                .contains("Gists are closed", "Publish in the team's repository.");
    }

    @Test
    void metadataThatIsShownForNoDenyIsWarnedOf() {
        Map<String, String> files = Map.of("a.rego", """
                package sallyport.guardrails

                # METADATA
                # title: Of what
                deny contains d if {
                	d := {"rule": "x", "message": "m"}
                	input.net.host == "a.test"
                }

                # METADATA
                # title: First
                deny contains {"rule": "twice"} if input.net.host == "b.test"

                # METADATA
                # title: Second
                deny contains {"rule": "twice"} if input.net.host == "c.test"
                """);
        assertThat(((Ready<AuthoredRego>) COMPILER.guardrails(files, null, PlanStore.NONE)).diagnostics())
                .extracting(Diagnostic::code, Diagnostic::line)
                .containsExactly(tuple("TITLE_OF_NO_RULE", 5), tuple("TITLE_OF_ANOTHER", 16));
    }

    @Test
    void regoOfVersion0IsTakenWhereItIsSet() {
        Map<String, String> old = Map.of("a.rego", """
                package sallyport.guardrails

                deny[{"rule": "closed", "message": "not today"}] {
                	input.net.host == "a.test"
                }
                """);
        assertThat(COMPILER.guardrails(old, null, PlanStore.NONE)).isInstanceOf(Compilation.Refused.class);
        assertThat(denies(BEFORE_1_0, old, "a.test"))
                .containsExactly(new Decision.DenyRule("guardrails:closed", "not today"));
    }

    @Test
    void eachVersionHasItsOwnPlanInTheStore() {
        Map<String, String> both = Map.of("a.rego", """
                package sallyport.guardrails

                import rego.v1

                deny contains {"rule": "closed", "message": "not today"} if input.net.host == "a.test"
                """);
        var store = new Kept(new HashMap<>());
        ready(COMPILER.guardrails(both, null, store));
        ready(BEFORE_1_0.guardrails(both, null, store));
        assertThat(store.bundles).hasSize(2);
        assertThat(denies(BEFORE_1_0, both, "a.test")).hasSize(1);
    }

    private record Kept(Map<String, byte[]> bundles) implements PlanStore {
        @Override
        public byte @Nullable [] find(String digest) {
            return bundles.get(digest);
        }

        @Override
        public void keep(String digest, byte[] bundle) {
            bundles.put(digest, bundle);
        }
    }

    private static List<Decision.DenyRule> denies(
            PolicyCompiler compiler, Map<String, String> guardrails, String host) {
        var facts = new SandboxFacts(new SandboxId("sb-1"), null, Map.of(), Phase.PLANNING);
        var documents = SandboxDocuments.builder().lease(LEASE).build();
        Decision decision = ready(compiler.sandbox(documents, "sb-1", NOW, PlanStore.NONE))
                .under(
                        ready(compiler.guardrails(guardrails, null, PlanStore.NONE)),
                        facts,
                        1,
                        Limits.DEFAULT,
                        EvalClock.of(InstantSource.fixed(NOW), new Random(1)))
                .decide(CanonicalRequest.connect(Scheme.HTTPS, Samples.canonicalHost(host), 443));
        return decision instanceof Decision.Deny deny ? deny.denies() : List.of();
    }

    private static <T> T ready(Compilation<T> compilation) {
        assertThat(compilation).isInstanceOf(Ready.class);
        return ((Ready<T>) compilation).value();
    }
}
