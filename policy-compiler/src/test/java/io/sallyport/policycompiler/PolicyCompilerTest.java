package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.network.NetworkRules;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Documents in, verdicts out: the whole way through OPA's compiler, our engine and the library. */
class PolicyCompilerTest extends CompiledDocuments {
    @Test
    void aLeaseGrantsItsHostAndNothingElse() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of());
        assertThat(snapshot.decide(connect("api.example.com"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(connect("other.example.com")).reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(snapshot.decide(get("h.example.com", "/a/b"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(get("h.example.com", "/b")).reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    /** Their names match wildcards that were written for the internet. */
    @Test
    void noWildcardGrantsAnApiServer() {
        for (String pattern : List.of("**", "http://*/**", "http://*.internal/**", "http://*.api.internal/**")) {
            PolicySnapshot snapshot = snapshot("{\"net.fetch\": [\"" + pattern + "\"]}", Map.of());
            assertThat(snapshot.decide(get("build.api.internal", "/do")).reason())
                    .as(pattern)
                    .isEqualTo(ReasonCode.NO_GRANT);
        }
    }

    @Test
    void anApiServerIsGrantedByItsVeryNameWhateverIsGrantedBeside() {
        PolicySnapshot snapshot = snapshot("{\"net.fetch\": [\"**\", \"http://build.api.internal/do/*\"]}", Map.of());
        assertThat(snapshot.decide(get("build.api.internal", "/do/it"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(get("build.api.internal", "/other")).reason())
                .isEqualTo(ReasonCode.NO_GRANT);
        assertThat(snapshot.decide(get("push.api.internal", "/do/it")).reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aNetworkPolicyGrantsAnApiServerByMethodAndPath() {
        PolicySnapshot snapshot = under(
                ready(COMPILER.guardrails(Map.of(), null, PlanStore.NONE)),
                SandboxDocuments.builder().policy("""
                        version: 1
                        network_policies:
                          build:
                            endpoints:
                              - host: build.api.internal
                                port: 80
                                protocol: rest
                                rules: [{allow: {method: POST, path: /do}}]
                        """).build());
        assertThat(snapshot.decide(http("POST", "build.api.internal", "/do"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(get("build.api.internal", "/do")).reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aGuardrailDeniesWhatTheLeaseGrantsAndSaysWhy() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "closed", "message": "not today"} if input.net.host == "api.example.com"
                """));
        assertThat(snapshot.decide(connect("api.example.com"))).isInstanceOfSatisfying(Decision.Deny.class, deny -> {
            assertThat(deny.reason()).isEqualTo(ReasonCode.GUARDRAIL);
            assertThat(deny.denies().getFirst().message()).isEqualTo("not today");
        });
        assertThat(snapshot.decide(get("h.example.com", "/a/b"))).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void aGuardrailReadsHeadersOfEachRequestAnew() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "no-dns", "message": "no DNS over HTTPS"} if {
                    "application/dns-message" in input.net.headers.accept
                }
                deny contains {"rule": "small", "message": "too large"} if input.net.content_length > 100
                """));
        assertThat(snapshot.decide(connect("api.example.com")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isTrue());
        CanonicalRequest request = http("POST", "h.example.com", "/a/b");
        assertThat(snapshot.decide(request, accepting("text/html", 100))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(request, accepting("application/dns-message", 0))
                        .reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(snapshot.decide(request, accepting("text/html", 101)).reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(snapshot.decide(request, accepting("text/html", RequestHeaders.UNKNOWN_LENGTH))
                        .reason())
                .isEqualTo(ReasonCode.UNREADABLE);
    }

    @Test
    void aGuardrailThatComesToAMethodOpensTheTunnelAndDeniesInside() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "read-only", "message": "no writing"} if input.net.method == "POST"
                """));
        assertThat(snapshot.decide(connect("api.example.com")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isTrue());
        assertThat(snapshot.decide(http("POST", "h.example.com", "/a/b")).reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(snapshot.decide(get("h.example.com", "/a/b"))).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void aSandboxsOwnRegoOnlyNarrows() {
        SandboxDocuments documents = lease(WHOLE_HOST, Map.of("own.rego", """
                package sallyport.sandbox
                deny contains {"rule": "mine", "message": "closed by the run"} if input.net.host == "api.example.com"
                """));
        assertThat(under(AuthoredRego.NONE, documents)
                        .decide(connect("api.example.com"))
                        .reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void anOperatorCanHaveAFirstStarMeanOneLabel() {
        String lease =
                "{\"net.fetch\": [\"https://*.a.test/**\", \"https://**.b.test/**\", \"https://*.*.c.test/**\"]}";
        var rules = new DocumentRules(new LeaseRules(true, LeaseRules.HostStar.LABEL), HarnessSettings.BY_DEFAULT);
        var compiler =
                new PolicyCompiler(REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
        PolicySnapshot one =
                under(ready(compiler.sandbox(lease(lease, Map.of()), "sb", NOW, PlanStore.NONE)), AuthoredRego.NONE);
        PolicySnapshot many = snapshot(lease, Map.of());
        assertThat(granted(one, "x.a.test", "x.b.test", "x.y.b.test", "x.y.c.test"))
                .containsExactly(true, true, true, true);
        assertThat(granted(one, "x.y.a.test", "a.test", "x.c.test", "x.y.z.c.test"))
                .containsExactly(false, false, false, false);
        assertThat(granted(many, "x.y.a.test", "a.test", "x.c.test", "x.y.z.c.test"))
                .containsExactly(true, false, false, true);
    }

    @Test
    void anOperatorSaysHowManyEndpointsAPolicyHas() {
        var rules =
                new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT, NetworkRules.BY_DEFAULT.with(1));
        var compiler =
                new PolicyCompiler(REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
        String one = "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n      - {host: a.b.test, port: 443}\n";
        assertThat(compiler.sandbox(policy(one), "sb", NOW, PlanStore.NONE)).isInstanceOf(Compilation.Ready.class);
        String two = one + "      - {host: c.b.test, port: 443}\n";
        assertThat(compiler.sandbox(policy(two), "sb", NOW, PlanStore.NONE))
                .asString()
                .contains("Refused", "TOO_LARGE", "more than 1 endpoints");
    }

    @Test
    void credentialsAreAttachedToTheRequestsThatTheirRuleCovers() {
        String yaml = """
                version: 1
                network_policies:
                  api:
                    endpoints: [{host: a.b.test, ports: [80, 443], protocol: rest, access: read-only}]
                    credentials: [one]
                  more:
                    endpoints: [{host: a.b.test, ports: [80, 443], protocol: rest, access: full}]
                    credentials: [two]
                  plain:
                    endpoints: [{host: c.b.test, ports: [80, 443]}]
                """;
        SandboxPolicy policy = ready(COMPILER.sandbox(policy(yaml), "sb", null, PlanStore.NONE));
        assertThat(policy.credentials()).containsExactlyInAnyOrder("one", "two");
        assertThat(attached(policy, get("a.b.test", "/"))).containsExactlyInAnyOrder("one", "two");
        assertThat(attached(policy, http("POST", "a.b.test", "/"))).containsExactly("two");
        assertThat(attached(policy, connect("a.b.test"))).containsExactlyInAnyOrder("one", "two");
        assertThat(attached(policy, get("c.b.test", "/"))).isEmpty();
        var rules = DocumentRules.BY_DEFAULT.withCredentials(Set.of("one"));
        var knowing =
                new PolicyCompiler(REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
        assertThat(knowing.sandbox(policy(yaml), "sb", NOW, PlanStore.NONE))
                .asString()
                .contains("Refused", "there is no provider \"two\"", "the configured providers are one");
    }

    private static Set<String> attached(SandboxPolicy policy, CanonicalRequest request) {
        return under(policy, AuthoredRego.NONE).decide(request) instanceof Decision.Allow allow
                ? allow.obligations().credentials()
                : Set.of("denied");
    }

    @Test
    void ratesAreThoseOfTheOperatorAndRegoOfASandboxReplacesNone() {
        var rules = DocumentRules.BY_DEFAULT.withRates(Set.of("slow", "each-host"));
        var compiler =
                new PolicyCompiler(REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.WHEN_USED, rules);
        AuthoredRego team = ready(compiler.guardrails(
                Map.of("a.rego", "package sallyport.guardrails\nobligations contains {\"rate\": \"slow\"}"),
                null,
                PlanStore.NONE));
        assertThat(rate(compiler, "each-host", team)).isEqualTo("each-host+slow");
        assertThat(rate(compiler, "slow", team)).isEqualTo("slow");
        assertThat(rate(compiler, "none", team)).isEqualTo("unknown_obligation");
    }

    private static @Nullable String rate(PolicyCompiler compiler, String ofSandbox, AuthoredRego team) {
        String rego = "package sallyport.sandbox\nobligations contains {\"rate\": \"" + ofSandbox + "\"}";
        Decision said = under(
                        ready(compiler.sandbox(lease(WHOLE_HOST, Map.of("s.rego", rego)), "sb", null, PlanStore.NONE)),
                        team)
                .decide(connect("api.example.com"));
        return said instanceof Decision.Allow allow
                ? allow.obligations().rate()
                : said.reason().word();
    }

    private static SandboxDocuments policy(String yaml) {
        return SandboxDocuments.builder().policy(yaml).build();
    }

    @Test
    void constraintsWithoutALeaseRefuseTheDocuments() {
        SandboxDocuments documents =
                SandboxDocuments.builder().leaseConstraints("{}").build();
        Compilation<SandboxPolicy> made = COMPILER.sandbox(documents, "sb", NOW, PlanStore.NONE);
        List<String> refusedMembers = made instanceof Compilation.Refused<SandboxPolicy>(var found)
                ? found.stream().map(Diagnostic::file).toList()
                : List.of();
        assertThat(refusedMembers).containsExactly("lease_constraints");
    }

    @Test
    void noDocumentsGrantNothing() {
        assertThat(under(AuthoredRego.NONE, SandboxDocuments.NONE)
                        .decide(connect("api.example.com"))
                        .reason())
                .isEqualTo(ReasonCode.NO_GRANT);
    }

    @Test
    void aKeptPlanIsRunWithoutCompilingAgain() {
        Map<String, byte[]> kept = new HashMap<>();
        PlanStore store = new PlanStore() {
            @Override
            public byte @Nullable [] find(String digest) {
                return kept.get(digest);
            }

            @Override
            public void keep(String digest, byte[] bundle) {
                kept.put(digest, bundle);
            }
        };
        Map<String, String> files = Map.of("kept.rego", """
                package sallyport.guardrails
                deny contains {"rule": "kept", "message": "m"} if input.net.host == "api.example.com"
                """);
        AuthoredRego first = ready(COMPILER.guardrails(files, null, store));
        RegoCompiler closed = new RegoCompiler(CompilerSettings.defaults(), () -> 0L);
        closed.close();
        AuthoredRego second = ready(new PolicyCompiler(closed).guardrails(files, null, store));
        assertThat(kept).containsOnlyKeys(first.bundles().getFirst());
        assertThat(under(second, lease(WHOLE_HOST, Map.of()))
                        .decide(connect("api.example.com"))
                        .reason())
                .isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void equalDocumentsAreLaidOutOnceAndReadEachTime() {
        List<String> laidOut = new ArrayList<>();
        PolicyCompiler counting = new PolicyCompiler(
                REGO,
                Authoring.ofGuardrails(),
                Authoring.ofSandbox(),
                ToBytecode.WHEN_USED,
                DocumentRules.BY_DEFAULT,
                reading -> {
                    laidOut.add(reading.digest());
                    return reading.layOut();
                });
        String asksForMore = "{\"net.fetch\": [\"https://a.test/**\", \"*\"]}";
        Compilation<SandboxPolicy> first = counting.sandbox(lease(asksForMore, Map.of()), "sb-1", NOW, PlanStore.NONE);
        Compilation<SandboxPolicy> second = counting.sandbox(lease(asksForMore, Map.of()), "sb-2", NOW, PlanStore.NONE);
        assertThat(laidOut).hasSize(1);
        assertThat(ready(second).grants()).isSameAs(ready(first).grants());
        assertThat(warnings(second)).isEqualTo(warnings(first)).hasSize(1);
        ready(counting.sandbox(lease(WHOLE_HOST, Map.of()), "sb-2", NOW, PlanStore.NONE));
        assertThat(laidOut).hasSize(2);
    }

    @Test
    void anExpiryIsJudgedAgainThoughTheDocumentsAreHeld() {
        var documents = SandboxDocuments.builder()
                .lease(WHOLE_HOST)
                .leaseConstraints("{\"expires_at\": \"2026-01-01T01:00:00Z\"}")
                .build();
        SandboxPolicy held = ready(COMPILER.sandbox(documents, "sb-1", NOW, PlanStore.NONE));
        assertThat(Objects.requireNonNull(held.term()).expiresAt()).isEqualTo("2026-01-01T01:00:00Z");
        assertThat(COMPILER.sandbox(documents, "sb-1", NOW.plusSeconds(7200), PlanStore.NONE))
                .isInstanceOf(Compilation.Refused.class);
    }
}
