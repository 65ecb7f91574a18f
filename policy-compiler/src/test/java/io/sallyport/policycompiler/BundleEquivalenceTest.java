package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real OPA evaluates the written bundle as the gateway does, for random leases and guardrails. */
class BundleEquivalenceTest {
    private static final int POLICIES = 50;
    private static final int REQUESTS = 20;
    private static final long SEED = 20261121;
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final SandboxFacts FACTS =
            new SandboxFacts(new SandboxId("sb-1"), "run-1", Map.of("team", "docs"), Phase.EXECUTION);

    private static final RegoArray NOWHERE = RegoArray.of(List.of());
    private static final List<String> HOSTS = List.of("a.test", "b.a.test", "c.b.a.test", "x.example", "192.0.2.7");
    private static final List<String> PATTERNS = List.of(
            "https://a.test/**",
            "http://a.test/v1/*",
            "http://b.a.test/v1/**",
            "https://*.a.test/**",
            "http://*.a.test/v1/**/end",
            "https://x.example:8443/**",
            "http://x.example/?q=1",
            "http://*/v1/a*",
            "https://192.0.2.7/**");
    private static final List<String> ENDPOINTS = List.of(
            "      - {host: a.test, ports: [80, 8080], protocol: rest, access: full}\n",
            "      - {host: b.a.test, ports: [80, 443], protocol: rest, rules: [{allow: {method: GET, path: /v1/**}}]}\n",
            "      - {host: '*.b.a.test', ports: [80, 443]}\n",
            "      - {host: x.example, ports: [80, 443], allowed_ips: [10.0.0.0/16, 'fd00::/16']}\n",
            "      - {host: x.example, port: 8443, protocol: tcp}\n",
            "      - {host: 192.0.2.7, port: 443}\n");
    private static final List<String> DENIES = List.of(
            "deny contains {\"rule\": \"host\", \"message\": \"closed\"} if input.net.host == \"a.test\"",
            "deny contains {\"rule\": \"method\", \"message\": \"no writing\"} if input.net.method == \"POST\"",
            "deny contains {\"rule\": \"path\", \"message\": \"not there\"} if startswith(input.net.path, \"/v1/a\")",
            "deny contains {\"rule\": \"team\", \"message\": \"docs only\"} if input.sandbox.labels.team != \"docs\"",
            "deny contains {\"rule\": \"list\", \"message\": \"listed\"} if input.net.host in data.lists.closed",
            "deny contains {\"rule\": \"query\", \"message\": \"no q\"} if \"1\" in input.net.query.q",
            "deny contains {\"rule\": \"call\", \"message\": \"no calls\"} if input.net.grpc.method == \"a\"",
            "obligations contains {\"redact\": [\"cookie\"]} if input.net.protocol == \"grpc\"",
            "# METADATA\n# title: titled\n# description: described\ndeny contains {\"rule\": \"said\"} if input.net.port == 80",
            "deny contains {\"rule\": \"tried\", \"message\": \"m\", \"mode\": \"report\"} if input.net.host == \"a.test\"",
            "deny contains {\"rule\": \"posts\", \"message\": \"m\", \"mode\": \"report\"} if input.net.method == \"POST\"",
            "deny contains {\"rule\": \"some\", \"message\": \"m\", \"mode\": m} if some m in [\"report\"]",
            "deny contains \"text alone\" if input.net.port == 8443",
            "obligations contains {\"redact\": [\"authorization\"]} if input.net.host == \"x.example\"",
            "obligations contains {\"intercept\": true} if endswith(input.net.host, \".a.test\")",
            "obligations contains {concat(\"\", [\"un\", \"heard\"]): 1} if input.net.host == \"c.b.a.test\"");

    @TempDir
    Path folder;

    @Test
    void answersAreTheSameUnderOpa() throws IOException {
        Opa opa = Opa.require();
        Random random = new Random(SEED);
        int allowed = 0;
        PolicyCompiler compiler = new PolicyCompiler(SharedCompiler.REGO);
        for (int i = 0; i < POLICIES; i++) {
            allowed += compare(opa, compiler, random, "seed " + SEED + ", policy " + i);
        }
        assertThat(allowed).as("allowed of all").isBetween(POLICIES, POLICIES * REQUESTS - POLICIES);
    }

    private int compare(Opa opa, PolicyCompiler compiler, Random random, String which) throws IOException {
        String lease = "{\"net.fetch\": [\"" + String.join("\", \"", some(random, PATTERNS)) + "\"]}";
        String guardrails = "package sallyport.guardrails\n" + String.join("\n", some(random, DENIES)) + "\n";
        Map<String, String> files = Map.of("g.rego", guardrails);
        String lists = "{\"closed\": [\"x.example\"]}";
        boolean alone = random.nextInt(4) == 0;
        String network = alone || random.nextInt(4) == 0
                ? "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n" + String.join("", some(random, ENDPOINTS))
                : null;
        SandboxDocuments documents = SandboxDocuments.builder()
                .lease(alone ? null : lease)
                .policy(network)
                .run("run-1")
                .build();
        SandboxPolicy policy = ready(compiler.sandbox(documents, "sb-1", NOW, PlanStore.NONE));
        AuthoredRego author = ready(compiler.guardrails(files, lists, PlanStore.NONE));
        PolicySnapshot snapshot =
                policy.under(author, FACTS, 1, Limits.DEFAULT, EvalClock.of(InstantSource.fixed(NOW), new Random(1)));
        List<CanonicalRequest> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            requests.add(request(random));
        }
        List<RegoValue> theirs = ask(
                opa, ready(compiler.bundle(policy, author, files, lists, Map.of(), BundleTarget.REGO, null)), requests);
        int allowed = 0;
        for (int i = 0; i < REQUESTS; i++) {
            Decision ours = snapshot.decide(requests.get(i));
            String about = which + ": " + requests.get(i) + requests.get(i).query() + "\n" + lease + alone + "\n"
                    + network + "\n" + guardrails;
            assertSame(ours, (RegoObject) theirs.get(i), requests.get(i).kind(), about);
            allowed += ours instanceof Decision.Allow ? 1 : 0;
        }
        return allowed;
    }

    private List<RegoValue> ask(Opa opa, byte[] bundle, List<CanonicalRequest> requests) throws IOException {
        Path bundleFile = Files.write(folder.resolve("bundle.tar.gz"), bundle);
        String inputs = String.join(
                ",",
                requests.stream()
                        .map(request -> RequestInput.of(request, FACTS).toString())
                        .toList());
        Path data = Files.writeString(folder.resolve("inputs.json"), "{\"inputs\": [" + inputs + "]}");
        return opa.eval(
                List.of("-b", bundleFile.toString(), "-d", data.toString()),
                "[x | some i in numbers.range(0, %d); asked := data.inputs[i]; x := data.sallyport.decision with input as asked]"
                        .formatted(requests.size() - 1));
    }

    private static void assertSame(Decision ours, RegoObject theirs, RequestKind kind, String about) {
        assertThat(ours instanceof Decision.Allow)
                .as("allow: " + about)
                .isEqualTo(at(theirs, "allow").equals(RegoBoolean.TRUE));
        assertThat(ours.reason().word()).as("reason: " + about).isEqualTo(text(at(theirs, "reason")));
        String rule = at(theirs, "rule") instanceof RegoNull ? null : text(at(theirs, "rule"));
        assertThat(Objects.equals(ours.rule(), rule))
                .as("rule " + rule + ": " + about)
                .isTrue();
        RegoArray reported = (RegoArray) Objects.requireNonNullElse(theirs.get("reported"), NOWHERE);
        assertThat(ours.reported().denies().stream()
                        .map(Decision.DenyRule::rule)
                        .toList())
                .as("reported: " + about)
                .hasSize(reported.size())
                .allMatch(named -> reported.toString().contains("\"" + named + "\""));
        switch (ours) {
            case Decision.Allow allow -> {
                RegoObject obligations = (RegoObject) at(theirs, "obligations");
                boolean intercept = at(obligations, "intercept").equals(RegoBoolean.TRUE);
                // In addition to OPA's answer, a tunnel is intercepted if a guardrail reads what a CONNECT does not
                // have.
                assertThat(allow.obligations().intercept() || !intercept)
                        .as(about)
                        .isTrue();
                assertThat(kind == RequestKind.CONNECT || allow.obligations().intercept() == intercept)
                        .as(about)
                        .isTrue();
                RegoArray addresses = (RegoArray) Objects.requireNonNullElse(obligations.get("addresses"), NOWHERE);
                assertThat(allow.obligations().addresses()).as(about).hasSize(addresses.size());
                for (int i = 0; i < addresses.size(); i++) {
                    assertThat(text(addresses.get(i)))
                            .as(about)
                            .isEqualTo(allow.obligations().addresses().get(i));
                }
                assertThat(allow.mode().word()).as(about).isEqualTo(text(at(theirs, "mode")));
                assertThat(allow.obligations().redact())
                        .as(about)
                        .hasSize(((RegoArray) at(obligations, "redact")).size());
            }
            case Decision.Deny deny -> {
                RegoArray denies = (RegoArray) at(theirs, "denies");
                assertThat(deny.denies()).as(about).hasSize(denies.size());
                for (int i = 0; i < denies.size(); i++) {
                    RegoObject one = (RegoObject) denies.get(i);
                    assertThat(deny.denies().get(i).rule()).as(about).isEqualTo(text(at(one, "rule")));
                    assertThat(deny.denies().get(i).message()).as(about).isEqualTo(text(at(one, "message")));
                    RegoValue hint = one.get("hint");
                    assertThat(deny.denies().get(i).hint()).as(about).isEqualTo(hint == null ? null : text(hint));
                }
            }
        }
    }

    private static CanonicalRequest request(Random random) {
        var host = Samples.canonicalHost(one(random, HOSTS));
        if (random.nextBoolean()) {
            return CanonicalRequest.connect(
                    one(random, List.of(Scheme.HTTPS, Scheme.HTTPS, Scheme.TCP)),
                    host,
                    one(random, List.of(443, 443, 8443)));
        }
        String path = one(random, List.of("/", "/v1", "/v1/a", "/v1/abc", "/v1/a/b/end", "/v1/", "/other"));
        String method = one(random, List.of("GET", "POST"));
        boolean isCall = method.equals("POST") && path.startsWith("/v1/a") && !path.endsWith("end");
        return CanonicalRequest.http(
                        Scheme.HTTP,
                        host,
                        one(random, List.of(80, 80, 8080)),
                        method,
                        ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path)).value(),
                        one(
                                random,
                                List.of(
                                        CanonicalQuery.NONE,
                                        CanonicalQuery.parse("q=1"),
                                        CanonicalQuery.parse("q=2&x"))))
                .withContentType(isCall ? List.of("application/grpc") : List.of());
    }

    private static <T> T one(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static List<String> some(Random random, List<String> from) {
        List<String> found = new ArrayList<>();
        for (String each : from) {
            if (random.nextInt(5) < 2) {
                found.add(each);
            }
        }
        return found.isEmpty() ? List.of(from.getFirst()) : found;
    }

    private static RegoValue at(RegoObject object, String key) {
        return Objects.requireNonNull(object.get(key), key);
    }

    private static String text(RegoValue value) {
        return value instanceof RegoString string ? string.text() : value.toString();
    }

    private static <T> T ready(Compilation<T> compilation) {
        return switch (compilation) {
            case Compilation.Ready<T>(T value, var _) -> value;
            case Compilation.Refused<T>(var diagnostics) -> throw new AssertionError(diagnostics.toString());
            case Compilation.Unavailable<T>(String why) -> throw new AssertionError(why);
        };
    }
}
