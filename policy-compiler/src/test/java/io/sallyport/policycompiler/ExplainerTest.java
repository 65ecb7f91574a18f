package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Granting;
import io.sallyport.decision.explain.Explanation.Near;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.message.RequestHeaders;
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
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An explanation matches the decision. */
class ExplainerTest {
    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    private static final EvalClock CLOCK =
            EvalClock.of(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")), new Random(1));
    private static final String LEASE = """
            {"net.fetch": ["https://api.example.com/v1/**", "https://*.example.org:8443/**", "https://q.example.com/a?x=1"]}
            """;
    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - {host: api.example.com, port: 443, protocol: rest, access: read-only}
            """;

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/v2, path",
        "https://api.example.com:444/v1/a, port",
        "http://api.example.com:443/v1/a, scheme",
        "https://other.example.com/v1/a, host",
        "https://q.example.com/a?x=2, query",
        "https://a.example.org/x, port",
    })
    void aGrantThatComesNearSaysInWhatItDiffers(String url, String part) {
        Explanation explanation = explain(LEASE, null, Map.of(), "GET", url);
        assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.NO_GRANT);
        Granting lease = (Granting) explanation.steps().getLast();
        assertThat(lease.passes()).isFalse();
        assertThat(lease.grants()).isEqualTo(3);
        assertThat(lease.near().getFirst().differs()).containsExactly(part);
    }

    @Test
    void theLeastGrantIsTriedByTheLibraryItself() {
        Explanation explanation =
                explain(LEASE, null, Map.of(), "POST", "https://api.example.com:444/v2/a?token=secret");
        assertThat(change(explanation).additions())
                .containsExactly(new Explanation.Addition("lease", "net.fetch: \"https://api.example.com:444/v2/a\""));
        assertThat(change(explanation).then()).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void whereTwoSidesMustGrantBothAreTold() {
        Explanation explanation = explain(LEASE, POLICY, Map.of(), "POST", "https://api.example.com/v2/a");
        assertThat(explanation.steps()).extracting(Explanation.Step::asked).containsExactly("lease", "policy");
        Granting policy = (Granting) explanation.steps().getLast();
        assertThat(policy.near()).extracting(Near::differs).contains(List.of("method"));
        assertThat(change(explanation).additions())
                .extracting(Explanation.Addition::document)
                .containsExactly("lease", "policy");
        assertThat(change(explanation).then()).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void aGuardrailThatRefusesIsNamedAndNoGrantIsOffered() {
        Explanation explanation = explain(LEASE, null, Map.of("g.rego", """
                package sallyport.guardrails
                deny contains {"rule": "closed", "message": "not today"} if input.net.path == "/v1/a"
                """), "GET", "https://api.example.com/v1/a");
        assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(explanation.steps()).extracting(Explanation.Step::asked).containsExactly("guardrails", "lease");
        assertThat(explanation.steps()).extracting(Explanation.Step::passes).containsExactly(false, true);
        assertThat(explanation.change()).isNull();
    }

    @Test
    void aTunnelThatIsOpenedSaysWho() {
        Explanation explanation = explain(LEASE, null, Map.of(), "CONNECT", "https://api.example.com");
        Granting lease = (Granting) explanation.steps().getLast();
        assertThat(lease.covering()).singleElement().satisfies(grant -> {
            assertThat(grant.opens()).isTrue();
            assertThat(grant.rule()).isEqualTo("lease:net.fetch[0]");
        });
    }

    @Test
    void withoutADocumentALeaseIsWhatIsMissing() {
        Explanation explanation = explain(null, null, Map.of(), "GET", "https://[::1]:8443/a\"b");
        assertThat(explanation.steps()).isEmpty();
        assertThat(change(explanation).then()).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void whatNoLeaseCanSayIsNotOffered() {
        assertThat(explain(LEASE, null, Map.of(), "CONNECT", "tcp://db.example.org:5432")
                        .change())
                .isNull();
    }

    @Test
    void aFaultOfTheGuardrailsIsTold() {
        Explanation explanation = explain(LEASE, null, Map.of("g.rego", """
                package sallyport.guardrails
                deny contains {"rule": "x", "message": "y"} if to_number(input.net.host) > 1
                """), "GET", "https://api.example.com/v1/a");
        assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
        assertThat(explanation.fault()).contains("g.rego:2");
        assertThat(explanation.change()).isNull();
    }

    /** Seeded; the explanation of each request matches its decision, whether or not a grant covers it. */
    @Test
    void coveringGrantsAreThereExactlyWhereTheLeaseGrants() {
        Random random = new Random(7);
        List<String> hosts = List.of("api.example.com", "a.example.org", "example.org", "q.example.com");
        List<String> paths = List.of("/v1/a", "/v1", "/", "/a?x=1", "/a?x=1&y=2", "/a");
        for (int i = 0; i < 200; i++) {
            String url = (random.nextInt(4) == 0 ? "http://" : "https://")
                    + hosts.get(random.nextInt(hosts.size()))
                    + List.of("", ":8443", ":443").get(random.nextInt(3))
                    + paths.get(random.nextInt(paths.size()));
            Explanation explanation = explain(LEASE, null, Map.of(), random.nextInt(5) == 0 ? "CONNECT" : "GET", url);
            assertThat(explanation.steps().getLast().passes())
                    .as(url)
                    .isEqualTo(explanation.decision() instanceof Decision.Allow);
        }
    }

    private static final String ACTIONS = """
            {"tool.call": ["web.*", "summarize"], "fs.read": ["/ws/**"], "fs.write": ["/ws/out/*"], "model.use": ["gpt-4*"],
             "agent.delegate": ["pdf@*"], "x-vendor.acme.query": ["sales/**"]}
            """;

    @ParameterizedTest
    @CsvSource({
        "tool.call, web.search.more, target",
        "fs.write, /ws/a, target",
        "model.use, o1, target",
        "x-vendor.acme.write, sales/eu, capability",
    })
    void aGrantOfActionsThatComesNearSaysInWhatItDiffers(String capability, String target, String part) {
        Explanation explanation = explainAction(ACTIONS, Map.of(), capability, target);
        assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.NO_GRANT);
        Granting lease = (Granting) explanation.steps().getLast();
        assertThat(lease.passes()).isFalse();
        assertThat(lease.near().getFirst().differs()).containsExactly(part);
        assertThat(change(explanation).additions())
                .containsExactly(new Explanation.Addition("lease", capability + ": \"" + target + "\""));
        assertThat(change(explanation).then()).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void whatIsGrantedOfFilesUnderTheOtherCapabilityComesNear() {
        Granting lease = (Granting)
                explainAction(ACTIONS, Map.of(), "fs.write", "/ws/a/b").steps().getLast();
        assertThat(lease.near())
                .extracting(near -> near.rule() + " " + near.differs())
                .containsExactly("lease:fs.write[0] [target]", "lease:fs.read[0] [capability]");
    }

    @Test
    void noGrantIsOfferedForATargetThatHasAStarInIt() {
        assertThat(explainAction(ACTIONS, Map.of(), "tool.call", "a*").change()).isNull();
    }

    @Test
    void aGuardrailThatRefusesAnActionIsAStepOfItsOwn() {
        Explanation explanation = explainAction(ACTIONS, Map.of("g.rego", """
                package sallyport.guardrails
                deny contains {"rule": "no-web", "message": "not today"} if startswith(input.action.target, "web.")
                """), "tool.call", "web.search");
        assertThat(explanation.decision().rule()).isEqualTo("guardrails:no-web");
        assertThat(explanation.steps()).extracting(Explanation.Step::passes).containsExactly(false, true);
        assertThat(explanation.change()).isNull();
    }

    /** Seeded; the explanation of each action matches its decision, whether or not a grant covers it. */
    @Test
    void coveringGrantsOfActionsAreThereExactlyWhereTheLeaseGrants() {
        long seed = 20_261_122L;
        Random random = new Random(seed);
        List<String> capabilities = List.of(
                "tool.call",
                "fs.read",
                "fs.write",
                "model.use",
                "agent.delegate",
                "x-vendor.acme.query",
                "x-vendor.a.b");
        List<String> targets = List.of(
                "web.search",
                "web",
                "web.a.b",
                "summarize",
                "/ws",
                "/ws/out/a",
                "/ws/out/a/b",
                "/etc",
                "gpt-4",
                "gpt-4/x",
                "o1",
                "pdf@1",
                "pdf",
                "sales",
                "sales/eu/x",
                "a*");
        int granted = 0;
        for (int i = 0; i < 300; i++) {
            String capability = capabilities.get(random.nextInt(capabilities.size()));
            String target = targets.get(random.nextInt(targets.size()));
            if (capability.startsWith("fs.") && !target.startsWith("/")) {
                continue;
            }
            Explanation explanation = explainAction(ACTIONS, Map.of(), capability, target);
            boolean allowed = explanation.decision() instanceof Decision.Allow;
            granted += allowed ? 1 : 0;
            assertThat(explanation.steps().getLast().passes())
                    .as("seed %d, round %d: %s %s", seed, i, capability, target)
                    .isEqualTo(allowed);
        }
        assertThat(granted).isBetween(20, 250);
    }

    private static Explanation explainAction(
            String lease, Map<String, String> guardrails, String capability, String target) {
        return explain(lease, null, guardrails, WrittenQuestion.parse(capability, target));
    }

    private static Explanation.Change change(Explanation explanation) {
        return Objects.requireNonNull(explanation.change(), "no change is offered");
    }

    private static Explanation explain(
            @Nullable String lease,
            @Nullable String policy,
            Map<String, String> guardrails,
            String method,
            String url) {
        return explain(lease, policy, guardrails, WrittenQuestion.parse(method, url));
    }

    private static Explanation explain(
            @Nullable String lease,
            @Nullable String policy,
            Map<String, String> guardrails,
            Parsed<Question> question) {
        var documents = SandboxDocuments.builder().lease(lease).policy(policy).build();
        AuthoredRego team = ready(COMPILER.guardrails(guardrails, null, PlanStore.NONE));
        SandboxPolicy own = ready(COMPILER.sandbox(documents, "sb", null, PlanStore.NONE));
        var facts = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.PLANNING);
        PolicySnapshot snapshot = own.under(team, facts, 1, Limits.DEFAULT, CLOCK);
        return COMPILER.explain(
                documents, own, team, snapshot, read(question), RequestHeaders.EMPTY, Limits.DEFAULT, CLOCK);
    }

    private static Question read(Parsed<Question> question) {
        return ((Parsed.Accepted<Question>) question).value();
    }

    private static <T> T ready(Compilation<T> compilation) {
        assertThat(compilation).isInstanceOf(Compilation.Ready.class);
        return ((Compilation.Ready<T>) compilation).value();
    }
}
