package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestHeaders;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.Limits;
import io.sallyport.regoengine.eval.ToBytecode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Documents in, verdicts out: the whole way through OPA's compiler, our engine and the library. */
class PolicyCompilerTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RegoCompiler REGO = new RegoCompiler(CompilerSettings.defaults(), () -> 0L);
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);
    private static final String WHOLE_HOST =
            "{\"net.fetch\": [\"https://api.example.com/**\", \"http://h.example.com/a/**\"]}";

    @AfterAll
    static void close() {
        REGO.close();
    }

    @Test
    void aLeaseGrantsItsHostAndNothingElse() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of());
        assertThat(snapshot.decide(connect("api.example.com"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(connect("other.example.com")).reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(snapshot.decide(get("h.example.com", "/a/b"))).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(get("h.example.com", "/b")).reason()).isEqualTo(ReasonCode.NO_GRANT);
    }

    /** Their names lie below wildcards that were written with the internet in mind. */
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
                new SandboxDocuments(null, null, null, """
                        version: 1
                        network_policies:
                          build:
                            endpoints:
                              - host: build.api.internal
                                port: 80
                                protocol: rest
                                rules: [{allow: {method: POST, path: /do}}]
                        """, Map.of(), null, null, Map.of(), null, Set.of(), false));
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

    private static RequestHeaders accepting(String type, long bytes) {
        return new RequestHeaders() {
            @Override
            public List<String> names() {
                return List.of("accept");
            }

            @Override
            public List<String> values(String name) {
                return name.equals("accept") ? List.of(type) : List.of();
            }

            @Override
            public long bodyBytes() {
                return bytes;
            }
        };
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
    void aGuardrailThatFailsDenies() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if to_number(input.net.host) > 1
                """));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void aGuardrailThatNeverEndsDeniesAtItsBound() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if count(numbers.range(1, 1000000000)) == 0
                """));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL_ERROR);
    }

    @Test
    void listsOfTheSecurityTeamAreRead() {
        AuthoredRego guardrails = ready(
                COMPILER.guardrails(Map.of("a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "listed", "message": "closed"} if input.net.host in data.lists.closed
                """), "{\"closed\": [\"api.example.com\"]}", PlanStore.NONE));
        PolicySnapshot snapshot = under(guardrails, lease(WHOLE_HOST, Map.of()));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
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
    void anAllowRuleDoesNotLoadAndSaysWhy() {
        assertThat(refused("package sallyport.guardrails\nallow if true\n"))
                .anyMatch(found -> found.code().equals("ALLOW_RULE") && found.line() == 2);
    }

    @Test
    void aForeignPackageDoesNotLoad() {
        assertThat(refused("package sallyport.sandbox\ndeny contains 1 if true\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_PACKAGE"));
        assertThat(refused("package sallyport.guardrails.deny\nx := 1\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_PACKAGE"));
    }

    @Test
    void theGrantsCannotBeRead() {
        assertThat(refused("package sallyport.guardrails\ndeny contains {\"x\": data.sallyport.index} if true\n"))
                .anyMatch(found -> found.code().equals("FOREIGN_DATA"));
    }

    @Test
    void aDenyThatIsNoSetDoesNotLoad() {
        assertThat(refused("package sallyport.guardrails\ndeny := true\n"))
                .anyMatch(found -> found.code().equals("NOT_A_SET"));
    }

    @Test
    void aDenyInAFileNamedLikeATestIsInForce() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a_test.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if input.net.host == "api.example.com"
                """));
        assertThat(snapshot.decide(connect("api.example.com")).reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void testsOfTheAuthorMayStandBeside() {
        PolicySnapshot snapshot = snapshot(WHOLE_HOST, Map.of("a_test.rego", """
                package sallyport.guardrails_test
                import data.sallyport.guardrails
                test_nothing if count(guardrails.deny) == 0
                """, "a.rego", """
                package sallyport.guardrails
                deny contains {"rule": "r", "message": "m"} if input.net.host == "x.test"
                """));
        assertThat(snapshot.decide(connect("api.example.com"))).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void errorsOfOpaComeWithTheirPlace() {
        assertThat(refused("package sallyport.guardrails\n\ndeny contains x if {\n"))
                .anyMatch(found -> found.file().equals("a.rego") && found.code().equals("rego_parse_error"));
    }

    @Test
    void aBuiltinThatWouldReachOutIsRefusedWithItsPlace() {
        assertThat(refused("package sallyport.guardrails\ndeny contains 1 if http.send({}).status_code == 1\n"))
                .anyMatch(found -> found.line() == 2 && found.message().contains("http.send"));
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

    private static List<Boolean> granted(PolicySnapshot snapshot, String... hosts) {
        return Stream.of(hosts)
                .map(host -> snapshot.decide(connect(host)) instanceof Decision.Allow)
                .toList();
    }

    @Test
    void constraintsWithoutALeaseRefuseTheDocuments() {
        SandboxDocuments documents =
                new SandboxDocuments(null, "{}", null, null, Map.of(), null, null, Map.of(), null, Set.of(), false);
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
        var documents = new SandboxDocuments(
                WHOLE_HOST,
                "{\"expires_at\": \"2026-01-01T01:00:00Z\"}",
                null,
                null,
                Map.of(),
                null,
                null,
                Map.of(),
                null,
                Set.of(),
                false);
        SandboxPolicy held = ready(COMPILER.sandbox(documents, "sb-1", NOW, PlanStore.NONE));
        assertThat(held.expiresAt()).isEqualTo("2026-01-01T01:00:00Z");
        assertThat(COMPILER.sandbox(documents, "sb-1", NOW.plusSeconds(7200), PlanStore.NONE))
                .isInstanceOf(Compilation.Refused.class);
    }

    private static PolicySnapshot snapshot(String lease, Map<String, String> guardrails) {
        return under(ready(COMPILER.guardrails(guardrails, null, PlanStore.NONE)), lease(lease, Map.of()));
    }

    private static PolicySnapshot under(AuthoredRego guardrails, SandboxDocuments documents) {
        return under(ready(COMPILER.sandbox(documents, "sb-1", NOW, PlanStore.NONE)), guardrails);
    }

    private static PolicySnapshot under(SandboxPolicy policy, AuthoredRego guardrails) {
        SandboxFacts facts = new SandboxFacts(new SandboxId("sb-1"), "run-1", Map.of(), Phase.PLANNING);
        EvalClock clock = EvalClock.of(InstantSource.fixed(NOW), new Random(1));
        return policy.under(guardrails, facts, 1, Limits.DEFAULT, clock);
    }

    private static SandboxDocuments lease(String lease, Map<String, String> rego) {
        return new SandboxDocuments(lease, null, null, null, rego, null, null, Map.of(), null, Set.of(), false);
    }

    private static List<Diagnostic> refused(String rego) {
        return switch (COMPILER.guardrails(Map.of("a.rego", rego), null, PlanStore.NONE)) {
            case Compilation.Refused<AuthoredRego>(var diagnostics) -> diagnostics;
            case Compilation.Ready<AuthoredRego> ready -> throw new AssertionError("it loaded: " + ready);
            case Compilation.Unavailable<AuthoredRego>(String why) -> throw new AssertionError(why);
        };
    }

    private static <T> T ready(Compilation<T> compilation) {
        return switch (compilation) {
            case Compilation.Ready<T>(T value, var _) -> value;
            case Compilation.Refused<T>(var diagnostics) -> throw new AssertionError(diagnostics.toString());
            case Compilation.Unavailable<T>(String why) -> throw new AssertionError(why);
        };
    }

    private static List<Diagnostic> warnings(Compilation<?> compilation) {
        return compilation instanceof Compilation.Ready<?> ready ? ready.diagnostics() : List.of();
    }

    private static CanonicalRequest connect(String host) {
        return CanonicalRequest.connect(Scheme.HTTPS, host(host), 443);
    }

    private static CanonicalRequest get(String host, String path) {
        return http("GET", host, path);
    }

    private static CanonicalRequest http(String method, String host, String path) {
        if (!(CanonicalPath.parse(path) instanceof CanonicalPath.Accepted(var canonical))) {
            throw new AssertionError(path);
        }
        return CanonicalRequest.http(Scheme.HTTP, host(host), 80, method, canonical, CanonicalQuery.NONE);
    }

    private static CanonicalHost host(String host) {
        if (!(CanonicalHost.parse(host) instanceof CanonicalHost.Accepted(var canonical))) {
            throw new AssertionError(host);
        }
        return canonical;
    }
}
