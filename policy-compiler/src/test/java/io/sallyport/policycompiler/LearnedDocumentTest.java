package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.learn.LearnedDocument;
import io.sallyport.leasebridge.learn.LearningScreen;
import io.sallyport.leasebridge.learn.ObservedTraffic;
import io.sallyport.leasebridge.suggest.TemplatedPath;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.DialRules;
import io.sallyport.model.Mode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.eval.ToBytecode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a learned document admits once it is compiled. */
class LearnedDocumentTest extends CompiledDocuments {
    private static final List<String> HOSTS =
            List.of("https://a.test.org", "http://b.test.org", "https://a.test.org:8443", "https://192.0.2.1");
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "DELETE", "MKCOL");
    private static final List<String> SEGMENTS = List.of(
            "a",
            "b",
            "",
            "1",
            "2",
            "37",
            "4",
            "5",
            "*",
            "x%20y",
            "it's",
            "c0ffee1",
            "0b5e7cd7-3d4f-4f5b-9c3e-6a1c2d3e4f50",
            "2026-11-27");

    /** Seeded: whatever the traffic is. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void whatWasSeenPassesAndAnotherHostMethodOrDepthDoesNot(int mergePaths) {
        Random random = new Random(7 + mergePaths);
        for (int round = 0; round < 40; round++) {
            Set<String> written = new TreeSet<>();
            Stream.generate(() -> written(random)).limit(1 + random.nextInt(40)).forEach(written::add);
            List<CanonicalRequest> seen =
                    written.stream().map(LearnedDocumentTest::request).toList();
            PolicySnapshot policy =
                    compiled(learned(seen, ImportedForm.POLICY, mergePaths).text(), Mode.ENFORCE);
            assertThat(seen).as("of %s", written).allMatch(one -> passes(policy, one));
            PolicySnapshot lease = under(
                    AuthoredRego.NONE,
                    lease(learned(seen, ImportedForm.LEASE, mergePaths).text(), Map.of()));
            assertThat(seen)
                    .as("of %s", written)
                    .filteredOn(one -> !one.target().contains("*"))
                    .allMatch(one -> passes(lease, one));
            Stream.concat(
                            Stream.generate(() -> request(written(random))).limit(100),
                            seen.stream().flatMap(LearnedDocumentTest::unlike))
                    .filter(other -> passes(policy, other))
                    .forEach(other -> assertThat(seen)
                            .as("%s %s of %s", other.method(), other.target(), written)
                            .anyMatch(one -> isSibling(one, other, mergePaths)));
        }
    }

    /** A wide bound of what may pass, without knowledge of how rules are merged. */
    private static boolean isSibling(CanonicalRequest one, CanonicalRequest other, int mergePaths) {
        boolean isMethod = Objects.equals(one.method(), other.method())
                || ("GET".equals(one.method()) && "HEAD".equals(other.method()));
        List<String> segments = path(one).segments();
        List<String> asked = path(other).segments();
        if (!isMethod || !one.authority().equals(other.authority()) || segments.size() != asked.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            boolean mayDiffer = mergePaths > 0
                    && i > 0
                    && TemplatedPath.isVariable(segments.get(i))
                    && asked.get(i).matches("[0-9a-f].*");
            if (!segments.get(i).equals(asked.get(i)) && !mayDiffer) {
                return false;
            }
        }
        return true;
    }

    private static Stream<CanonicalRequest> unlike(CanonicalRequest one) {
        String path = path(one).text();
        String scheme = one.scheme().word() + "://";
        String at = ":" + one.port();
        return Stream.of(
                        "PATCH " + scheme + one.authority() + path,
                        one.method() + " " + scheme + "c.test.org" + at + path,
                        one.method() + " " + scheme + one.host().authority() + ":444" + path,
                        one.method() + " " + scheme + one.authority() + path + "/x",
                        one.method() + " " + scheme + one.authority() + path + "/",
                        one.method() + " " + scheme + one.authority() + "/")
                .map(LearnedDocumentTest::request);
    }

    @Test
    void siblingsThatNameOneThingOfManyBecomeOneRuleForTextOfTheirKind() {
        PolicySnapshot policy = compiled(
                learned(
                                Stream.of(
                                                "GET https://a.test.org/users/1/mail",
                                                "GET https://a.test.org/users/2/mail",
                                                "GET https://a.test.org/users/37/mail",
                                                "GET https://a.test.org/simple/one",
                                                "GET https://a.test.org/simple/two",
                                                "GET https://a.test.org/simple/three",
                                                "DELETE https://a.test.org/users/1/mail")
                                        .map(LearnedDocumentTest::request)
                                        .toList(),
                                ImportedForm.POLICY,
                                3)
                        .text(),
                Mode.ENFORCE);
        assertThat(Stream.of("GET https://a.test.org/users/4/mail").map(LearnedDocumentTest::request))
                .allMatch(one -> passes(policy, one));
        assertThat(Stream.of(
                                "GET https://a.test.org/users/all/mail",
                                "GET https://a.test.org/users//mail",
                                "GET https://a.test.org/users/4/mail/1",
                                "GET https://a.test.org/users/4",
                                "DELETE https://a.test.org/users/4/mail",
                                "GET https://a.test.org/simple/four")
                        .map(LearnedDocumentTest::request))
                .noneMatch(one -> passes(policy, one));
    }

    @Test
    void webSocketsTunnelsAddressesAndWholeHostsAreAdmittedBesideEachOther() {
        var traffic = new ObservedTraffic();
        List<CanonicalRequest> seen = Stream.of(
                        "GET wss://a.test.org/feed",
                        "GET wss://a.test.org/more/feed",
                        "GET https://a.test.org/feed",
                        "POST https://a.test.org/x",
                        "GET ws://b.test.org:8080/",
                        "GET https://[2001:db8::1]:8443/x",
                        "CONNECT tcp://c.test.org:5432",
                        "CONNECT https://d.test.org")
                .map(LearnedDocumentTest::request)
                .toList();
        seen.forEach(one -> traffic.wanted(one, List.of(), Instant.EPOCH));
        LearnedDocument learned =
                LearnedDocument.of(traffic.observed(), new LearningScreen(DialRules.NONE), ImportedForm.POLICY, 3);
        PolicySnapshot policy = compiled(learned.text(), Mode.ENFORCE);
        assertThat(seen).as(learned.text()).allMatch(one -> passes(policy, one));
        assertThat(Stream.of(
                                "GET wss://a.test.org/x",
                                "GET wss://a.test.org/more/x",
                                "GET https://a.test.org/more/feed",
                                "POST https://a.test.org/feed",
                                "GET http://b.test.org:8080/",
                                "CONNECT tcp://d.test.org:443",
                                "CONNECT tcp://c.test.org:22")
                        .map(LearnedDocumentTest::request))
                .noneMatch(one -> passes(policy, one));
    }

    @Test
    void namesOfParametersThatEachQueryHadAreWanted() {
        ObservedTraffic traffic = new ObservedTraffic();
        traffic.passed(request("GET https://a.test.org/feed"), List.of("*", "page", "q"), Instant.EPOCH);
        traffic.passed(request("GET https://a.test.org/feed"), List.of("q", "x%5B"), Instant.EPOCH);
        traffic.wanted(request("GET https://a.test.org/other"), List.of(), Instant.EPOCH);
        LearnedDocument learned =
                LearnedDocument.of(traffic.observed(), new LearningScreen(DialRules.NONE), ImportedForm.POLICY, 3);
        assertThat(learned.text()).contains("query: {'q': '*'}}").doesNotContain("page", "x%5B");
        PolicySnapshot policy = compiled(learned.text(), Mode.ENFORCE);
        assertThat(learned.requests()).hasSize(2).allMatch(one -> passes(policy, one));
        assertThat(passes(policy, request("GET https://a.test.org/feed?q=a&page=2")))
                .isTrue();
        assertThat(passes(policy, request("GET https://a.test.org/feed?page=2")))
                .isFalse();
        assertThat(passes(policy, request("GET https://a.test.org/feed"))).isFalse();
        assertThat(learned.tests()).contains("allowed_asking(\"GET\"", "{\"q\": [\"1\"]})");
    }

    @Test
    void whileLearningEverythingPassesAndIsReportedButIsLookedInto() {
        PolicySnapshot policy = compiled("version: 1\nnetwork_policies: {}\n", Mode.REPORT);
        for (CanonicalRequest one : List.of(connect("a.test.org"), get("b.test.org", "/x"), get("192.0.2.1", "/"))) {
            assertThat(policy.decide(one)).isInstanceOfSatisfying(Decision.Allow.class, allow -> {
                assertThat(allow.mode()).isEqualTo(Mode.REPORT);
                assertThat(allow.reported().wouldDeny()).isTrue();
                assertThat(allow.obligations().credentials()).isEmpty();
            });
        }
        assertThat(policy.decide(connect("a.test.org")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isTrue());
    }

    @Test
    void whileLearningNoCredentialGoesWithWhatNothingGrants() {
        PolicySnapshot policy = compiled("""
                version: 1
                network_policies:
                  api:
                    endpoints: [{host: a.test.org, port: 80, protocol: rest, access: read-only}]
                    credentials: [one]
                """, Mode.REPORT);
        assertThat(policy.decide(get("a.test.org", "/"))).isInstanceOfSatisfying(Decision.Allow.class, allow -> {
            assertThat(allow.mode()).isEqualTo(Mode.ENFORCE);
            assertThat(allow.obligations().credentials()).containsExactly("one");
        });
        for (CanonicalRequest one : List.of(http("POST", "a.test.org", "/"), get("b.test.org", "/"))) {
            assertThat(policy.decide(one)).isInstanceOfSatisfying(Decision.Allow.class, allow -> {
                assertThat(allow.mode()).isEqualTo(Mode.REPORT);
                assertThat(allow.obligations().credentials()).isEmpty();
            });
        }
    }

    @Test
    void whileLearningDenialsALeaseTunnelsOfAnyContentAndApiServersStayAsTheyAre() {
        PolicySnapshot policy = compiled("""
                version: 1
                network_policies:
                  api:
                    endpoints:
                      - {host: a.test.org, port: 80, protocol: rest, access: full, deny_rules: [{method: GET, path: /x}]}
                """, Mode.REPORT);
        assertThat(passes(policy, get("a.test.org", "/x"))).isFalse();
        assertThat(passes(policy, request("CONNECT tcp://a.test.org:22"))).isFalse();
        assertThat(passes(policy, get("build.api.internal", "/"))).isFalse();
        PolicySnapshot ceiling = under(
                ready(compiler(Mode.REPORT).sandbox(lease(WHOLE_HOST, Map.of()), "sb", NOW, PlanStore.NONE)),
                AuthoredRego.NONE);
        assertThat(passes(ceiling, get("h.example.com", "/a/b"))).isTrue();
        assertThat(passes(ceiling, get("h.example.com", "/b"))).isFalse();
        assertThat(passes(ceiling, get("a.test.org", "/"))).isFalse();
    }

    private static PolicyCompiler compiler(Mode ungranted) {
        return new PolicyCompiler(
                REGO,
                Authoring.ofGuardrails(),
                Authoring.ofSandbox(),
                ToBytecode.WHEN_USED,
                DocumentRules.BY_DEFAULT.withUngranted(ungranted));
    }

    private static PolicySnapshot compiled(String yaml, Mode ungranted) {
        SandboxDocuments documents = SandboxDocuments.builder().policy(yaml).build();
        return under(ready(compiler(ungranted).sandbox(documents, "sb", NOW, PlanStore.NONE)), AuthoredRego.NONE);
    }

    private static LearnedDocument learned(List<CanonicalRequest> seen, ImportedForm form, int mergePaths) {
        var traffic = new ObservedTraffic();
        seen.forEach(one -> traffic.passed(one, List.of(), Instant.EPOCH));
        return LearnedDocument.of(traffic.observed(), new LearningScreen(DialRules.NONE), form, mergePaths);
    }

    private static boolean passes(PolicySnapshot policy, CanonicalRequest request) {
        return policy.decide(request) instanceof Decision.Allow;
    }

    private static CanonicalPath path(CanonicalRequest request) {
        return Objects.requireNonNull(request.path());
    }

    private static String written(Random random) {
        StringBuilder path = new StringBuilder();
        int depth = random.nextInt(4);
        for (int i = 0; i < depth; i++) {
            path.append('/').append(SEGMENTS.get(random.nextInt(SEGMENTS.size())));
        }
        return METHODS.get(random.nextInt(METHODS.size())) + " " + HOSTS.get(random.nextInt(HOSTS.size()))
                + (path.isEmpty() ? "/" : path);
    }

    private static CanonicalRequest request(String written) {
        String[] words = written.split(" ", 2);
        return ((Parsed.Accepted<CanonicalRequest>) WrittenRequest.parse(words[0], words[1])).value();
    }
}
