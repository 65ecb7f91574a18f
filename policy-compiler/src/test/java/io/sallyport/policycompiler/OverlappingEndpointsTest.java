package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Reported;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.host.Dialect;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Endpoints of one policy that overlap, with and without inspection, enforced and in audit mode (specs: network policy,
 * sections 5, 8 and 10).
 */
class OverlappingEndpointsTest extends CompiledDocuments {
    private static final String HEAD = "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n";
    private static final int POLICIES = 300;
    private static final int REQUESTS = 30;

    private static final String WIDE = """
                  - {host: "*.b.test", ports: [443, 80]}
                  - {host: a.b.test, port: 443, protocol: rest, rules: [{allow: {method: GET, path: "/v1/**"}}]}
            """;

    /** What is granted without inspection must not open what another endpoint inspects. */
    @ParameterizedTest
    @CsvSource({
        "CONNECT,https://a.b.test,granted inspected",
        "GET,https://a.b.test/v1/x,granted",
        "POST,https://a.b.test/v1/x,no_grant",
        "GET,https://a.b.test/v2,no_grant",
        "CONNECT,https://c.b.test,granted",
        "GET,https://c.b.test/v2,granted",
        "GET,http://a.b.test/v2,granted",
        "CONNECT,https://b.test,no_grant"
    })
    void aHostThatIsInspectedIsLeftOutOfAWiderOneThatIsNot(String method, String url, String expected) {
        assertThat(asked(policy(WIDE), method, url)).isEqualTo(expected);
    }

    private static final String NARROW = """
                  - {host: "*.b.test", port: 443, protocol: rest, path: "/v1/**", access: read-only}
                  - {host: a.b.test, ports: [443, 8443]}
            """;

    @ParameterizedTest
    @CsvSource({
        "CONNECT,https://a.b.test,granted inspected",
        "POST,https://a.b.test/v1/x,no_grant",
        "GET,https://a.b.test/v1/x,granted",
        "GET,https://a.b.test/v2,no_grant",
        "CONNECT,https://a.b.test:8443,granted",
        "GET,https://a.b.test:8443/v2,granted",
    })
    void aHostOfAWiderOneThatIsInspectedIsInspected(String method, String url, String expected) {
        assertThat(asked(policy(NARROW), method, url)).isEqualTo(expected);
    }

    private static final String AUDITED = """
                  - host: a.b.test
                    port: 443
                    protocol: rest
                    enforcement: audit
                    rules: [{allow: {method: GET, path: "/open/**"}}]
                    deny_rules: [{method: DELETE, path: "**"}]
                  - {host: "*.b.test", port: 443, protocol: rest, path: "/keys/**", access: read-write}
            """;

    @ParameterizedTest
    @CsvSource({
        "GET,https://a.b.test/open/x,granted",
        "POST,https://a.b.test/open/x,granted reported",
        "DELETE,https://a.b.test/open/x,granted reported",
        "POST,https://a.b.test/keys/x,granted",
        "TRACE,https://a.b.test/keys/x,no_grant",
        "DELETE,https://a.b.test/keys/x,policy_deny",
        "DELETE,https://c.b.test/keys/x,no_grant",
        "DELETE,https://a.b.test/keys,granted reported",
        "GET,https://c.b.test/open/x,no_grant",
    })
    void whatEnforcesInsideOfWhatIsAuditedEnforces(String method, String url, String expected) {
        assertThat(asked(policy(AUDITED), method, url)).isEqualTo(expected);
    }

    @Test
    void whatGivesWayIsWarnedOf() {
        assertThat(codes(compiled(WIDE))).contains("INSPECTED");
    }

    @Test
    void anEndpointGivesWayToALimitedNumberOfOthers() {
        String many = IntStream.range(0, 65)
                .mapToObj(i -> "      - {host: h" + i + ".b.test, port: 443, protocol: rest, access: full}\n")
                .collect(Collectors.joining("", "      - {host: \"*.b.test\", port: 443}\n", ""));
        assertThat(codes(compiled(many))).contains("TOO_LARGE");
    }

    /** An endpoint, and what the specification says of it in the plainest words. */
    private record Endpoint(
            String host, boolean inspects, String path, boolean audited, List<String> allows, List<String> denies) {
        private static final List<String> HOSTS =
                List.of("a.b.test", "c.b.test", "*.b.test", "a*.b.test", "**.test.org");
        private static final List<String> PATHS = List.of("**", "/v1/**", "/v1/a/**", "/v2/*", "/**/a");
        private static final List<String> RULES =
                List.of("GET **", "GET /v1/**", "POST /v1/**", "DELETE /**/a", "* /v2/*");

        static Endpoint of(Random random) {
            boolean inspects = random.nextInt(3) > 0;
            return new Endpoint(
                    one(HOSTS, random),
                    inspects,
                    one(PATHS, random),
                    inspects && random.nextInt(3) == 0,
                    some(1, random),
                    some(0, random));
        }

        private static List<String> some(int least, Random random) {
            return IntStream.range(0, least + random.nextInt(2))
                    .mapToObj(_ -> one(RULES, random))
                    .toList();
        }

        String yaml() {
            String start = "      - {host: \"" + host + "\", port: 443";
            if (!inspects) {
                return start + "}\n";
            }
            String rules =
                    allows.stream().map(rule -> "{allow: " + rule(rule) + "}").collect(Collectors.joining(", "));
            String others = denies.stream().map(Endpoint::rule).collect(Collectors.joining(", "));
            return start + ", protocol: rest, path: \"" + path + "\", enforcement: " + (audited ? "audit" : "enforce")
                    + ", rules: [" + rules + "], deny_rules: [" + others + "]}\n";
        }

        private static String rule(String rule) {
            String[] words = rule.split(" ", -1);
            return "{method: \"" + words[0] + "\", path: \"" + words[1] + "\"}";
        }

        boolean reaches(String asked) {
            return matches(
                    host.replace(".", "\\.")
                            .replace("**", "_")
                            .replace("*", "[^.]*")
                            .replace("_", ".+"),
                    asked);
        }

        boolean applies(String asked) {
            return matchesPath(path, asked);
        }

        int specificity() {
            return path.replace("*", "").length();
        }

        static boolean has(List<String> rules, String method, String asked) {
            return rules.stream()
                    .map(rule -> rule.split(" ", -1))
                    .anyMatch(words -> (words[0].equals("*")
                                    || words[0].equals(method)
                                    || (words[0].equals("GET") && method.equals("HEAD")))
                            && matchesPath(words[1], asked));
        }

        private static boolean matchesPath(String glob, String asked) {
            return switch (glob) {
                case "**" -> true;
                case "/**/a" -> asked.endsWith("/a");
                case "/v2/*" -> matches("/v2/[^/]*", asked);
                default -> asked.startsWith(glob.replace("**", ""));
            };
        }

        private static boolean matches(String expression, String asked) {
            return asked.matches(expression);
        }
    }

    private static String expected(List<Endpoint> endpoints, String method, String host, String path) {
        List<Endpoint> reached =
                endpoints.stream().filter(endpoint -> endpoint.reaches(host)).toList();
        if (reached.stream().noneMatch(Endpoint::inspects)) {
            return reached.isEmpty() ? "no_grant" : "granted";
        }
        List<Endpoint> judging = reached.stream()
                .filter(endpoint -> endpoint.inspects() && endpoint.applies(path))
                .toList();
        boolean denied = judging.stream()
                .anyMatch(endpoint ->
                        Endpoint.has(endpoint.denies(), method, path) && !isOnlyReported(endpoint, judging));
        if (denied) {
            return "policy_deny";
        }
        boolean allowed = judging.stream().anyMatch(endpoint -> Endpoint.has(endpoint.allows(), method, path));
        boolean reportedDeny = judging.stream().anyMatch(endpoint -> Endpoint.has(endpoint.denies(), method, path));
        if (allowed) {
            return reportedDeny ? "granted reported" : "granted";
        }
        return judging.stream().anyMatch(endpoint -> isOnlyReported(endpoint, judging))
                ? "granted reported"
                : "no_grant";
    }

    /** Whether what the endpoint refuses passes: it is in audit mode, and nothing more specific enforces. */
    private static boolean isOnlyReported(Endpoint endpoint, List<Endpoint> judging) {
        return endpoint.audited()
                && judging.stream()
                        .noneMatch(other -> !other.audited() && other.specificity() > endpoint.specificity());
    }

    /** A policy that is ambiguous is refused, and says nothing. */
    @Test
    void randomPoliciesAreJudgedAsTheSpecificationSays() {
        int judged = 0;
        for (int seed = 0; seed < POLICIES; seed++) {
            Random random = new Random(seed);
            List<Endpoint> endpoints = IntStream.range(0, 2 + random.nextInt(3))
                    .mapToObj(_ -> Endpoint.of(random))
                    .toList();
            String yaml = endpoints.stream().map(Endpoint::yaml).collect(Collectors.joining());
            Compilation<SandboxPolicy> compiled = compiled(yaml);
            if (compiled instanceof Compilation.Ready<SandboxPolicy>(SandboxPolicy policy, var _)) {
                PolicySnapshot snapshot = under(policy, AuthoredRego.NONE);
                for (int i = 0; i < REQUESTS; i++) {
                    String method = one(List.of("GET", "POST", "DELETE", "HEAD"), random);
                    String host = one(List.of("a.b.test", "c.b.test", "ax.b.test", "x.test.org"), random);
                    String path = one(List.of("/", "/v1/x", "/v1/a/x", "/v1/a", "/v2/x", "/v2/a", "/a"), random);
                    assertThat(asked(snapshot, method, "https://" + host + path))
                            .as("%s %s%s by%n%s", method, host, path, yaml)
                            .isEqualTo(expected(endpoints, method, host, path));
                    judged++;
                }
            } else {
                assertThat(codes(compiled)).as(yaml).containsAnyOf("AMBIGUOUS", "OUTSIDE_PATH");
            }
        }
        assertThat(judged).isGreaterThan(POLICIES * REQUESTS / 5);
    }

    private static <T> T one(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }

    private static Compilation<SandboxPolicy> compiled(String endpoints) {
        SandboxDocuments documents =
                SandboxDocuments.builder().policy(HEAD + endpoints).build();
        return COMPILER.sandbox(documents, "sb-1", NOW, PlanStore.NONE);
    }

    private static List<String> codes(Compilation<SandboxPolicy> compiled) {
        List<Diagnostic> diagnostics = new ArrayList<>();
        switch (compiled) {
            case Compilation.Ready<SandboxPolicy>(var _, var warnings) -> diagnostics.addAll(warnings);
            case Compilation.Refused<SandboxPolicy>(var errors) -> diagnostics.addAll(errors);
            case Compilation.Unavailable<SandboxPolicy>(String why) -> throw new AssertionError(why);
        }
        return diagnostics.stream().map(Diagnostic::code).toList();
    }

    private static PolicySnapshot policy(String endpoints) {
        return compiled(endpoints) instanceof Compilation.Ready<SandboxPolicy>(SandboxPolicy policy, var _)
                ? under(policy, AuthoredRego.NONE)
                : fail(endpoints);
    }

    private static PolicySnapshot fail(String endpoints) {
        throw new AssertionError(endpoints + codes(compiled(endpoints)));
    }

    private static String asked(PolicySnapshot policy, String method, String target) {
        var url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(target, Dialect.WIRE)).value();
        Decision decision = policy.decide(
                method.equals("CONNECT")
                        ? CanonicalRequest.connect(url.scheme(), url.host(), url.port())
                        : CanonicalRequest.http(url.scheme(), url.host(), url.port(), method, url.path(), url.query()));
        return decision.reason().word()
                + (decision instanceof Decision.Allow allow
                                && allow.obligations().intercept()
                        ? " inspected"
                        : "")
                + (isReported(decision) ? " reported" : "");
    }

    private static boolean isReported(@Nullable Decision decision) {
        return decision instanceof Decision.Allow allow
                && (allow.mode() == Mode.REPORT || !allow.reported().equals(Reported.NONE));
    }
}
