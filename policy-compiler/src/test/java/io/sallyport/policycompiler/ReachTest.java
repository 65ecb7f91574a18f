package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Scheme;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.reach.Reach;
import io.sallyport.policycompiler.reach.ReachedBox;
import io.sallyport.policycompiler.reach.RequestBox;
import io.sallyport.policycompiler.reach.SampleRequest;
import io.sallyport.regoengine.builtin.pattern.automaton.StateBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is computed of documents is what their compiled policy answers, both ways. */
class ReachTest extends CompiledDocuments {
    private static final long SEED = 20261127;
    private static final int POLICIES = 150;
    private static final int REQUESTS = 60;

    private static final List<String> PATTERNS = List.of(
            "https://a.test/**",
            "http://a.test/v1/*",
            "http://b.a.test/v1/**",
            "https://*.a.test/**",
            "http://*.a.test/v1/**/end",
            "https://x.example:8443/**",
            "http://*/v1/a*",
            "http://*:*/**",
            "wss://*.a.test/v1/*",
            "http://echo.api.internal/**",
            "http://*.internal/v1",
            "https://192.0.2.7/**");
    private static final List<String> ENDPOINTS = List.of(
            "{host: a.test, ports: [80, 8080], protocol: rest, access: full}",
            "{host: a.test, ports: [443], protocol: rest, access: read-only,"
                    + " deny_rules: [{method: GET, path: '/v1/*'}]}",
            "{host: b.a.test, ports: [80, 443], protocol: rest, "
                    + "rules: [{allow: {method: GET, path: '/v1/**'}},"
                    + " {allow: {method: POST, path: '/v1/{a,b}[0-9]'}}]}",
            "{host: '*.b.a.test', ports: [80, 443]}",
            "{host: x.example, ports: [80, 443], protocol: rest, path: '/v1/**', "
                    + "enforcement: audit, access: read-only}",
            "{host: x.example, port: 8443, protocol: tcp}",
            "{host: y.example, ports: [443], protocol: websocket, rules: [{allow: {method: GET, path: '/v1/**'}}]}",
            "{host: 192.0.2.7, ports: [443, 80], protocol: rest, access: full,"
                    + " deny_rules: [{method: DELETE, path: '/**'}]}");

    private final Random random = new Random(SEED);
    private final StateBudget budget = new StateBudget(100_000_000);

    private record Compiled(SandboxDocuments documents, PolicySnapshot snapshot, Reach reach) {}

    @Test
    void aRequestIsInTheReachIfAndOnlyIfTheCompiledPolicyAllowsIt() {
        int allowed = 0;
        for (int i = 0; i < POLICIES; i++) {
            Compiled compiled = compiled();
            for (int k = 0; k < REQUESTS; k++) {
                CanonicalRequest request = request();
                boolean allows = allows(compiled.snapshot, request);
                assertThat(compiled.reach.mayLet(request))
                        .as(request + "\n" + compiled.documents)
                        .isEqualTo(allows);
                allowed += allows ? 1 : 0;
            }
        }
        assertThat(allowed).isBetween(POLICIES, POLICIES * REQUESTS - POLICIES);
        assertThat(budget.isSpent()).isFalse();
    }

    @Test
    void aSampleOfEachBoxIsAllowed() {
        int samples = 0;
        for (int i = 0; i < POLICIES; i++) {
            Compiled compiled = compiled();
            for (ReachedBox reached : compiled.reach.within(RequestBox.EVERYTHING, budget)) {
                CanonicalRequest sample =
                        Objects.requireNonNull(SampleRequest.of(reached.box(), budget), reached.toString());
                assertThat(allows(compiled.snapshot, sample))
                        .as(sample + "\n" + compiled.documents)
                        .isTrue();
                samples++;
            }
        }
        assertThat(samples).isGreaterThan(POLICIES);
    }

    @Test
    void aSampleOfEachDifferenceIsAllowedByOneAndRefusedByTheOther() {
        int differences = 0;
        for (int i = 0; i < POLICIES; i++) {
            Compiled one = compiled();
            Compiled other = compiled();
            for (ReachedBox reached : one.reach.beyond(other.reach, budget)) {
                CanonicalRequest sample =
                        Objects.requireNonNull(SampleRequest.of(reached.box(), budget), reached.toString());
                assertThat(allows(one.snapshot, sample)).as(sample + "\n" + one).isTrue();
                assertThat(allows(other.snapshot, sample))
                        .as(sample + "\n" + other)
                        .isFalse();
                differences++;
            }
        }
        assertThat(differences).isGreaterThan(POLICIES);
    }

    @Test
    void aRequestThatOneAllowsAndTheOtherRefusesIsInTheDifference() {
        for (int i = 0; i < POLICIES; i++) {
            Compiled one = compiled();
            Compiled other = compiled();
            List<ReachedBox> beyond = one.reach.beyond(other.reach, budget);
            for (int k = 0; k < REQUESTS; k++) {
                CanonicalRequest request = request();
                boolean differs = allows(one.snapshot, request) && !allows(other.snapshot, request);
                assertThat(beyond.stream()
                                .anyMatch(reached -> !reached.box()
                                        .and(RequestBox.of(request), budget)
                                        .isEmpty()))
                        .as(request + "\n" + one + "\n" + other)
                        .isEqualTo(differs);
            }
        }
    }

    @Test
    void nothingIsBeyondItself() {
        for (int i = 0; i < POLICIES; i++) {
            Compiled one = compiled();
            assertThat(one.reach.beyond(one.reach, budget)).isEmpty();
        }
    }

    private Compiled compiled() {
        String lease =
                random.nextInt(4) == 0 ? null : "{\"net.fetch\": [\"" + String.join("\", \"", some(PATTERNS)) + "\"]}";
        String policy = lease != null && random.nextInt(3) == 0
                ? null
                : "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n      - "
                        + String.join("\n      - ", some(ENDPOINTS)) + "\n";
        return compiled(lease, policy);
    }

    private Compiled compiled(@Nullable String lease, @Nullable String policy) {
        SandboxDocuments documents =
                SandboxDocuments.builder().lease(lease).policy(policy).build();
        return new Compiled(documents, under(AuthoredRego.NONE, documents), COMPILER.reach(documents));
    }

    private static boolean allows(PolicySnapshot snapshot, CanonicalRequest request) {
        return snapshot.decide(request) instanceof Decision.Allow;
    }

    private CanonicalRequest request() {
        var host = Samples.canonicalHost(one(List.of(
                "a.test",
                "b.a.test",
                "c.b.a.test",
                "x.example",
                "y.example",
                "192.0.2.7",
                "echo.api.internal",
                "other.api.internal",
                "api.internal")));
        int port = one(List.of(443, 80, 8443, 8080));
        if (random.nextInt(5) == 0) {
            return CanonicalRequest.connect(one(List.of(Scheme.TCP, Scheme.TCP_SSH)), host, port);
        }
        Scheme scheme = one(List.of(Scheme.HTTP, Scheme.HTTP, Scheme.HTTPS, Scheme.HTTPS, Scheme.WSS));
        String path = one(List.of("/", "/v1", "/v1/a", "/v1/a1", "/v1/abc", "/v1/a/b/end", "/v1/", "/other"));
        return CanonicalRequest.http(
                scheme,
                host,
                port,
                scheme.isWebSocket() ? "GET" : one(List.of("GET", "POST", "DELETE", "get")),
                ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path)).value(),
                CanonicalQuery.NONE);
    }

    private <T> T one(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private List<String> some(List<String> from) {
        List<String> found = new ArrayList<>();
        for (String each : from) {
            if (random.nextInt(5) < 2) {
                found.add(each);
            }
        }
        return found.isEmpty() ? List.of(from.getFirst()) : found;
    }
}
