package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation.Addition;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.Suggestion.Outcome;
import io.sallyport.decision.explain.Suggestion.Proposal;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.run.Limits;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SuggesterTest {
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    private static final EvalClock CLOCK =
            EvalClock.of(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")), new Random(1));
    private static final String LEASE = "{\"net.fetch\": [\"https://api.example.com/v1/**\"]}";

    @Test
    void whatIsGrantedNeedsNothing() {
        Suggestion suggestion = suggest(LEASE, null, null, Map.of(), "GET https://api.example.com/v1/a");
        assertThat(suggestion.proposals()).isEmpty();
        assertThat(suggestion.outcomes()).extracting(Outcome::then).allMatch(Decision.Allow.class::isInstance);
    }

    @Test
    void withItsProposalsEveryRequestPassesTheWholePolicy() {
        Suggestion suggestion = suggest(
                LEASE,
                null,
                null,
                Map.of(),
                "GET https://api.example.com/v2/a",
                "GET https://api.example.com/v2/b",
                "GET https://api.example.com/v2/c",
                "CONNECT https://db.example.com:8443",
                "GET https://api.example.com/v2/a");
        assertThat(suggestion.proposals())
                .flatExtracting(Proposal::additions)
                .extracting(Addition::text)
                .containsExactly(
                        "net.fetch: \"https://api.example.com/v2/*\"", "net.fetch: \"https://db.example.com:8443/**\"");
        assertThat(suggestion.proposals()).extracting(Proposal::questions).containsExactly(3, 1);
        assertThat(suggestion.outcomes())
                .hasSize(4)
                .extracting(Outcome::then)
                .allMatch(Decision.Allow.class::isInstance);
    }

    @Test
    void whatAGuardrailRefusesStaysRefusedAndIsNotGranted() {
        Suggestion suggestion = suggest(
                LEASE,
                null,
                null,
                Map.of("g.rego", """
                package sallyport.guardrails
                deny contains {"rule": "closed", "message": "not today"} if input.net.host == "bad.example.com"
                """),
                "GET https://bad.example.com/a",
                "GET https://good.example.com/a");
        assertThat(suggestion.proposals())
                .flatExtracting(Proposal::additions)
                .extracting(Addition::text)
                .containsExactly("net.fetch: \"https://good.example.com/a\"");
        assertThat(suggestion.outcomes().getFirst().then().reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void aFoldThatTheParentDoesNotHoldIsProposedExactlyAsFarAsItDoes() {
        String parent = "{\"net.fetch\": [\"https://api.example.com/v2/a\", \"https://api.example.com/v2/b\"]}";
        Suggestion suggestion = suggest(
                LEASE,
                null,
                parent,
                Map.of(),
                "GET https://api.example.com/v2/a",
                "GET https://api.example.com/v2/b",
                "GET https://api.example.com/v2/c");
        assertThat(suggestion.proposals())
                .flatExtracting(Proposal::additions)
                .extracting(Addition::text)
                .containsExactly(
                        "net.fetch: \"https://api.example.com/v2/a\"", "net.fetch: \"https://api.example.com/v2/b\"");
        assertThat(suggestion.outcomes().getLast().then().reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aParentThatCannotBeReadHoldsNothing() {
        assertThat(suggest(LEASE, null, "{", Map.of(), "GET https://a.test/").proposals())
                .isEmpty();
    }

    @Test
    void actionsAndRequestsAreSuggestedTogether() {
        Suggestion suggestion = suggest(
                LEASE,
                null,
                null,
                Map.of(),
                "tool.call web.a",
                "tool.call web.b",
                "GET https://api.example.com/v2/a",
                "tool.call web.c",
                "fs.write /ws/out",
                "model.use gpt*");
        assertThat(suggestion.proposals())
                .flatExtracting(Proposal::additions)
                .extracting(Addition::text)
                .containsExactly(
                        "net.fetch: \"https://api.example.com/v2/a\"", "tool.call: \"web.*\"", "fs.write: \"/ws/out\"");
        assertThat(suggestion.outcomes())
                .extracting(outcome -> outcome.then() instanceof Decision.Allow)
                .containsExactly(true, true, true, true, true, false);
    }

    @Test
    void aFoldOfActionsStaysWithinTheParentsLease() {
        Suggestion suggestion = suggest(
                LEASE,
                null,
                "{\"tool.call\": [\"web.a\", \"web.b\"]}",
                Map.of(),
                "tool.call web.a",
                "tool.call web.b",
                "tool.call web.c",
                "fs.read /ws/a");
        assertThat(suggestion.proposals())
                .flatExtracting(Proposal::additions)
                .extracting(Addition::text)
                .containsExactly("tool.call: \"web.a\"", "tool.call: \"web.b\"");
        assertThat(suggestion.outcomes().getLast().then().reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aPolicyThatAlreadyGrantsIsNotTouched() {
        String policy = """
                version: 1
                network_policies:
                  api:
                    endpoints:
                      - {host: api.example.com, port: 443, protocol: rest, access: read-only}
                """;
        Suggestion suggestion = suggest(LEASE, policy, null, Map.of(), "GET https://api.example.com/v2/a");
        assertThat(suggestion.proposals())
                .singleElement()
                .satisfies(proposal -> assertThat(proposal.additions())
                        .extracting(Addition::document)
                        .containsExactly("lease"));
        assertThat(suggestion.outcomes().getFirst().then()).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void withoutAnyDocumentALeaseIsProposed() {
        Suggestion suggestion =
                suggest(null, null, null, Map.of(), "GET https://[::1]:8443/a", "POST http://b.test/x?token=s");
        assertThat(suggestion.outcomes()).extracting(Outcome::then).allMatch(Decision.Allow.class::isInstance);
    }

    private static Suggestion suggest(
            @Nullable String lease,
            @Nullable String policy,
            @Nullable String parent,
            Map<String, String> guardrails,
            String... requests) {
        var documents = SandboxDocuments.builder().lease(lease).policy(policy).build();
        AuthoredRego team = ready(COMPILER.guardrails(guardrails, null, PlanStore.NONE));
        SandboxPolicy own = ready(COMPILER.sandbox(documents, "sb", null, PlanStore.NONE));
        var facts = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.PLANNING);
        List<Question> asked = Stream.of(requests).map(SuggesterTest::request).toList();
        return COMPILER.suggest(documents, own, team, facts, asked, parent, Limits.DEFAULT, CLOCK);
    }

    private static Question request(String written) {
        return ((Parsed.Accepted<Question>) WrittenQuestion.parse(written)).value();
    }

    private static <T> T ready(Compilation<T> compilation) {
        assertThat(compilation).isInstanceOf(Compilation.Ready.class);
        return ((Compilation.Ready<T>) compilation).value();
    }
}
