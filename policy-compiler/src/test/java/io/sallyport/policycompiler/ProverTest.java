package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.policycompiler.reach.Proof;
import io.sallyport.policycompiler.reach.PropertyReader;
import io.sallyport.policycompiler.reach.Prover;
import io.sallyport.policycompiler.reach.ReachProperty;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Properties hold only where they are proven, and fall only by a request that the compiled policy allows. */
class ProverTest extends CompiledDocuments {
    @Test
    void whatIsNotGrantedIsProvenNeverToPass() {
        SandboxDocuments lease = lease("https://a.test/**", "http://*.b.test/v1/**");
        assertThat(never(lease, "c.test")).isInstanceOf(Proof.Proven.class);
        assertThat(never(lease, "https://a.test:8443")).isInstanceOf(Proof.Proven.class);
        assertThat(never(lease, "POST http://x.b.test/v2/**")).isInstanceOf(Proof.Proven.class);
        assertThat(never(lease, "http://b.test")).isInstanceOf(Proof.Proven.class);
        assertThat(never(SandboxDocuments.NONE, "*")).isInstanceOf(Proof.Proven.class);
    }

    @Test
    void whatPassesIsShownByARequestThatTheCompiledPolicyAllows() {
        SandboxDocuments lease = lease("https://a.test/**", "http://*.b.test/v1/**");
        assertThat(witness(never(lease, "POST https://**"))).isEqualTo("http POST https://a.test/");
        assertThat(witness(never(lease, "http://**"))).isEqualTo("http GET http://a.b.test/v1");
        assertThat(witness(only(lease, "GET,HEAD", "*.b.test"))).isEqualTo("http POST http://a.b.test/v1");
        assertThat(witness(never(lease("http://**"), "GET http://**"))).isEqualTo("http GET http://example.com/");
    }

    @Test
    void aHostBelowAWildcardIsFoundAndAnAddressIsNot() {
        SandboxDocuments lease = lease("https://*.b.test/**");
        assertThat(never(lease, "10.0.0.1")).isInstanceOf(Proof.Proven.class);
        assertThat(witness(never(lease, "x.y.b.test"))).endsWith("https://x.y.b.test/");
    }

    @Test
    void classesAndAlternativesOfAHostAreKnown() {
        SandboxDocuments policy = policy("{host: '[ab]*.{eu,us-?}.x.test', port: 443, protocol: rest, access: full}");
        assertThat(never(policy, "c.eu.x.test")).isInstanceOf(Proof.Proven.class);
        assertThat(never(policy, "a.us.x.test")).isInstanceOf(Proof.Proven.class);
        assertThat(witness(never(policy, "bc.us-1.x.test"))).endsWith("https://bc.us-1.x.test/");
    }

    @Test
    void aRuleThatDeniesIsProvenToDeny() {
        SandboxDocuments policy = policy(
                "{host: a.test, port: 443, protocol: rest, access: full, deny_rules: [{method: POST, path: '/**'}]}");
        assertThat(never(policy, "POST a.test")).isInstanceOf(Proof.Proven.class);
        assertThat(witness(never(policy, "PUT a.test"))).startsWith("http PUT");
    }

    @Test
    void aRuleInAuditModeDeniesNothing() {
        SandboxDocuments policy = policy("{host: a.test, port: 443, protocol: rest, enforcement: audit,"
                + " access: full, deny_rules: [{method: POST, path: '/**'}]}");
        assertThat(witness(never(policy, "POST a.test"))).startsWith("http POST");
    }

    @Test
    void aLeaseAboveAPolicyIsACeiling() {
        SandboxDocuments both = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"https://a.test/v1/**\"]}")
                .policy(network("{host: a.test, port: 443, protocol: rest, access: full}"))
                .build();
        assertThat(never(both, "https://a.test/v2/**")).isInstanceOf(Proof.Proven.class);
        assertThat(never(both, "http://a.test")).isInstanceOf(Proof.Proven.class);
        assertThat(witness(never(both, "DELETE a.test"))).isEqualTo("http DELETE https://a.test/v1");
    }

    @Test
    void aWitnessBringsTheQueryThatARuleAsksFor() {
        SandboxDocuments policy = policy("{host: a.test, port: 443, protocol: rest,"
                + " rules: [{allow: {method: GET, path: /get, query: {tag: 'v1-*'}}}]}");
        Proof.Refuted refuted = (Proof.Refuted) never(policy, "a.test");
        assertThat(refuted.witness().query().text()).isEqualTo("tag=v1-");
        SandboxDocuments lease = lease("https://a.test/x?b=1&a=2");
        assertThat(((Proof.Refuted) never(lease, "a.test")).witness().query().parameters())
                .isEqualTo(Map.of("a", List.of("2"), "b", List.of("1")));
    }

    @Test
    void aRuleThatDeniesSomeQueriesDeniesNotAll() {
        SandboxDocuments policy = policy("{host: a.test, port: 443, protocol: rest, access: full,"
                + " deny_rules: [{method: GET, path: '/**', query: {view: raw}}]}");
        assertThat(witness(never(policy, "GET https://a.test"))).isEqualTo("http GET https://a.test/");
    }

    @Test
    void whatDependsOnABodyIsNeitherProvenNorRefuted() {
        SandboxDocuments policy =
                policy("{host: a.test, port: 443, protocol: json-rpc, rules: [{allow: {method: reports.list}}]}");
        assertThat(undecided(never(policy, "POST a.test"))).contains("body");
        assertThat(never(policy, "b.test")).isInstanceOf(Proof.Proven.class);
    }

    @Test
    void aTunnelForAnythingCarriesWhatNobodySees() {
        SandboxDocuments policy = policy("{host: a.test, port: 22, protocol: tcp}");
        Proof.Refuted refuted = (Proof.Refuted) never(policy, "POST https://**");
        assertThat(refuted.isTunnel()).isTrue();
        assertThat(refuted.witness().toString()).isEqualTo("connect tcp://a.test:22");
        assertThat(never(policy, "POST https://a.test:443")).isInstanceOf(Proof.Proven.class);
        SandboxDocuments ssh = policy("{host: a.test, port: 22, protocol: tcp+ssh}");
        assertThat(never(ssh, "POST https://**")).isInstanceOf(Proof.Proven.class);
        assertThat(witness(never(ssh, "a.test"))).isEqualTo("connect tcp+ssh://a.test:22");
    }

    @Test
    void aWebSocketPassesUnseenInATunnelThatIsNotOpened() {
        assertThat(((Proof.Refuted) never(lease("https://a.test/**"), "wss://a.test")).isTunnel())
                .isTrue();
        assertThat(never(lease("https://a.test/v1/**"), "wss://a.test")).isInstanceOf(Proof.Proven.class);
    }

    @Test
    void whatOnlyRegoRefusesIsNotProvenAndNotRefuted() {
        SandboxDocuments lease = lease("https://a.test/**");
        AuthoredRego closed =
                guardrails("deny contains {\"rule\": \"w\", \"message\": \"m\"} if input.net.method == \"POST\"");
        assertThat(undecided(prove(lease, closed, PropertyReader.never("POST a.test"))))
                .contains("guardrails:w");
        assertThat(prove(lease, closed, PropertyReader.never("DELETE,POST a.test")))
                .isInstanceOf(Proof.Refuted.class);
        assertThat(prove(lease, closed, PropertyReader.never("POST b.test"))).isInstanceOf(Proof.Proven.class);
    }

    @Test
    void aPolicyIsWithinACeilingOrOneOfItsRequestsIsNot() {
        SandboxDocuments ceiling = lease("https://*.test/**", "https://a.test/q?x=1");
        assertThat(within(lease("https://a.test/v1/**", "https://b.c.test/**"), ceiling))
                .isInstanceOf(Proof.Proven.class);
        assertThat(within(lease("https://a.test/x?q=1"), ceiling)).isInstanceOf(Proof.Proven.class);
        assertThat(witness(within(lease("https://*.test:*/v1"), ceiling))).isEqualTo("http GET https://a.test:80/v1");
        assertThat(within(lease("https://b.org/q?x=1"), lease("https://b.org/q?x=1")))
                .isInstanceOf(Proof.Proven.class);
        assertThat(witness(within(lease("https://b.org/q"), lease("https://b.org/q?x=1"))))
                .isEqualTo("http GET https://b.org/q");
        assertThat(within(
                        policy("{host: a.test, port: 443, protocol: rest, access: read-only}"),
                        lease("https://a.test/**", "http://a.test:443/**")))
                .isInstanceOf(Proof.Proven.class);
    }

    @Test
    void twoPatternsTogetherCoverWhatNoneCoversAlone() {
        assertThat(within(
                        lease("https://a.test/**"),
                        lease("https://a.test/", "https://a.test/*", "https://a.test/*/**")))
                .isInstanceOf(Proof.Proven.class);
    }

    @Test
    void whateverALeaseSubsetProvesIsProvenHereToo() {
        List<String> patterns = List.of(
                "https://a.test/**",
                "https://a.test/v1/*",
                "https://*.a.test/v1/**/x",
                "https://*/v1/**",
                "https://a*.b.test:*/*.css",
                "https://a.test/v1/a?x=1");
        int within = 0;
        for (String child : patterns) {
            for (String parent : patterns) {
                var inner = ready(lease(child));
                var outer = ready(lease(parent));
                Proof proof = within(lease(child), lease(parent));
                boolean isSubset = LeaseSubset.of(inner, outer) instanceof LeaseSubset.Within;
                assertThat(proof instanceof Proof.Proven)
                        .as(child + " within " + parent + ": " + proof)
                        .isEqualTo(isSubset);
                within += isSubset ? 1 : 0;
            }
        }
        assertThat(within).isGreaterThan(patterns.size());
    }

    @Test
    void aSpentBudgetProvesNothing() {
        SandboxDocuments lease = lease("https://*.a.test/*/b/*.css");
        var prover = new Prover(COMPILER.reach(lease), under(AuthoredRego.NONE, lease)::decide, 10);
        assertThat(prover.prove(accepted(PropertyReader.never("https://*.b.test/*/c/*"))))
                .isInstanceOf(Proof.Undecided.class);
    }

    @Test
    void aPropertyThatIsNoneIsNotRead() {
        for (String written :
                List.of("", "POST", "GET a b", "G(T a.test", "https://a.test?x", "a.test/x", "POST,, a.test")) {
            assertThat(PropertyReader.never(written))
                    .as(written)
                    .isInstanceOf(written.equals("POST") ? Parsed.Accepted.class : Parsed.Rejected.class);
        }
        assertThat(PropertyReader.only("GET,", "*")).isInstanceOf(Parsed.Rejected.class);
    }

    private static Lease ready(SandboxDocuments documents) {
        return ((LeaseReader.Read) LeaseReader.read("lease", String.valueOf(documents.lease()), null, null)).lease();
    }

    private static SandboxDocuments lease(String... patterns) {
        return SandboxDocuments.builder()
                .lease(Stream.of(patterns).collect(Collectors.joining("\", \"", "{\"net.fetch\": [\"", "\"]}")))
                .build();
    }

    private static SandboxDocuments policy(String endpoint) {
        return SandboxDocuments.builder().policy(network(endpoint)).build();
    }

    private static String network(String endpoint) {
        return "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n      - " + endpoint + "\n";
    }

    private static AuthoredRego guardrails(String rule) {
        return ready(COMPILER.guardrails(
                Map.of("g.rego", "package sallyport.guardrails\n\n" + rule + "\n"), null, PlanStore.NONE));
    }

    private Proof never(SandboxDocuments documents, String pattern) {
        return prove(documents, AuthoredRego.NONE, PropertyReader.never(pattern));
    }

    private Proof only(SandboxDocuments documents, String methods, String at) {
        return prove(documents, AuthoredRego.NONE, PropertyReader.only(methods, at));
    }

    private Proof within(SandboxDocuments documents, SandboxDocuments ceiling) {
        return prove(
                documents,
                AuthoredRego.NONE,
                new Parsed.Accepted<>(new ReachProperty.Within(
                        "within", COMPILER.reach(ceiling), under(AuthoredRego.NONE, ceiling)::decide)));
    }

    private Proof prove(SandboxDocuments documents, AuthoredRego guardrails, Parsed<ReachProperty> property) {
        return new Prover(COMPILER.reach(documents), under(guardrails, documents)::decide).prove(accepted(property));
    }

    private static ReachProperty accepted(Parsed<ReachProperty> read) {
        return switch (read) {
            case Parsed.Accepted<ReachProperty>(ReachProperty property) -> property;
            case Parsed.Rejected<ReachProperty>(String why, int _) -> throw new AssertionError(why);
        };
    }

    private static @Nullable String witness(Proof proof) {
        return proof instanceof Proof.Refuted refuted ? refuted.witness().toString() : proof.toString();
    }

    private static String undecided(Proof proof) {
        return proof instanceof Proof.Undecided(String why) ? why : proof.toString();
    }
}
