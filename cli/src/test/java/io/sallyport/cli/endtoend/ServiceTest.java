package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a runner and a security team may do to a running service, and its effect on the state. */
class ServiceTest {
    private static final String URL = "http://yes.test/";
    private static final String GRANT = "http://yes.test/**";

    @TempDir
    Path folder = Path.of("");

    private Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @BeforeEach
    void tools() {
        require("curl");
    }

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    @Test
    void aChangeHoldsForTheNextRequest() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://other.test/**");
            assertThat(rig.curl(variables, URL)).isEqualTo("403 000");
            assertThat(rig.put(Rig.SB, Rig.lease(GRANT)).status()).isEqualTo(200);
            assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
            assertThat(rig.admin().delete(Rig.SB).status()).isEqualTo(204);
            assertThat(rig.curl(variables, URL)).isEqualTo("407 000");
            assertThat(rig.requests())
                    .extracting(record -> record.path("reason").asString())
                    .containsExactly("no_grant", "granted", "no_identity");
        }
    }

    @Test
    void aRefusalIsExplainedAndWhatWouldHelpHelps() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://other.test/**");
            assertThat(rig.curl(variables, URL)).isEqualTo("403 000");
            JsonNode explained = rig.admin().explain(Rig.SB, "GET", URL).body();
            assertThat(explained.at("/decision/reason").asString()).isEqualTo("no_grant");
            assertThat(explained.at("/steps/0/near/0/differs/0").asString()).isEqualTo("host");
            JsonNode suggested = rig.admin().suggest(Rig.SB, List.of()).body();
            String line = suggested.at("/proposals/0/additions/0/text").asString();
            String pattern = line.substring(line.indexOf('"') + 1, line.lastIndexOf('"'));
            assertThat(rig.put(Rig.SB, Rig.lease(pattern)).status()).isEqualTo(200);
            assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://169.254.169.254/",
                "http://[::1]/",
                "http://printer.local/",
                "http://nobody.test/"
            })
    void whatIsNeverDialledIsExplainedAsTheProxyRefusesIt(String url) throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = rig.grant(Rig.SB, url + "**", "http://198.51.100.7/**");
            assertThat(rig.curl(variables, url)).isEqualTo("403 000");
            JsonNode explained = rig.admin().explain(Rig.SB, "GET", url).body();
            assertThat(explained.at("/decision/allow").asBoolean()).isFalse();
            assertThat(explained.at("/decision/reason"))
                    .isEqualTo(rig.lastRequest().path("reason"));
            assertThat(explained.path("steps").findValuesAsString("asked"))
                    .containsExactly("lease", "admission", "egress");
            assertThat(explained.path("change").isNull()).isTrue();
        }
    }

    @Test
    void noGrantIsOfferedForWhatIsNeverDialled() throws IOException, StartException {
        try (Rig rig = rig()) {
            rig.grant(Rig.SB, "http://other.example.com/**");
            JsonNode explained =
                    rig.admin().explain(Rig.SB, "GET", "http://printer.local/").body();
            assertThat(explained.at("/decision/reason").asString()).isEqualTo("no_grant");
            assertThat(explained.at("/decision/denies/0/rule").asString()).isEqualTo("egress");
            assertThat(explained.at("/decision/denies/0/hint").asString()).contains("egress.hosts");
            assertThat(explained.path("change").isNull()).isTrue();
            JsonNode suggested = rig.admin()
                    .suggest(Rig.SB, List.of("GET http://printer.local/", "GET " + URL))
                    .body();
            assertThat(suggested.path("proposals").findValuesAsString("text"))
                    .containsExactly("net.fetch: \"" + URL + "\"");
            assertThat(suggested.path("requests").findValuesAsString("host"))
                    .containsExactly("yes.test", "printer.local");
            assertThat(suggested.at("/requests/1/then/reason").asString()).isEqualTo("local_name");
        }
    }

    @Test
    void aLeaseThatNamesWhatIsNeverDialledIsTakenWithAWarning() throws IOException, StartException {
        try (Rig rig = rig()) {
            AdminClient.Reply reply = rig.put(
                    Rig.SB, Rig.lease("http://127.0.0.1/**", GRANT, "http://*.local/**", "http://*.test/**", "**"));
            assertThat(reply.status()).isEqualTo(201);
            JsonNode diagnostics = reply.body().path("diagnostics");
            assertThat(diagnostics.findValuesAsString("code"))
                    .containsExactlyInAnyOrder(
                            "NEVER_DIALLED", "NEVER_DIALLED", "BROAD_PATTERN", "BROAD_PATTERN", "BROAD_PATTERN");
            List<JsonNode> never = diagnostics
                    .valueStream()
                    .filter(one -> one.path("code").asString().equals("NEVER_DIALLED"))
                    .toList();
            assertThat(never).allSatisfy(one -> {
                assertThat(one.path("severity").asString()).isEqualTo("warning");
                assertThat(one.path("file").asString()).isEqualTo("lease");
                assertThat(one.path("line").asInt()).isEqualTo(1);
            });
            assertThat(never.get(0).path("message").asString()).contains("http://127.0.0.1/**");
            assertThat(never.get(0).path("help").asString()).contains("egress.allow_addresses");
            assertThat(never.get(1).path("message").asString()).contains("http://*.local/**");
            assertThat(never.get(1).path("help").asString()).contains("egress.hosts");
        }
    }

    @Test
    void whatTheOperatorNamesIsExplainedAsGranted() throws IOException, StartException {
        try (Rig rig = rig()) {
            rig.grant(Rig.SB, GRANT);
            JsonNode explained = rig.admin().explain(Rig.SB, "GET", URL).body();
            assertThat(explained.at("/decision/reason").asString()).isEqualTo("granted");
            assertThat(explained.path("steps").findValuesAsString("asked")).containsExactly("lease", "admission");
        }
    }

    @Test
    void whatAParentRefusesIsExplainedAndNoGrantIsOffered() throws IOException, StartException {
        try (Rig rig = rig()) {
            rig.put(Rig.SB, Rig.lease(Map.of("own.rego", OWN), GRANT));
            var child = SandboxDocuments.builder()
                    .lease("{\"net.fetch\": [\"" + GRANT + "\"]}")
                    .parent(Rig.SB)
                    .build();
            assertThat(rig.put(Rig.OTHER, child).status()).isEqualTo(201);
            JsonNode explained =
                    rig.admin().explain(Rig.OTHER, "GET", URL + "closed").body();
            assertThat(explained.at("/decision/rule").asString()).startsWith("parent:sb-1/sandbox:");
            assertThat(explained
                            .path("steps")
                            .valueStream()
                            .map(step -> step.path("asked").asString() + " " + step.path("passes")))
                    .containsExactly("lease true", "parent:sb-1 false", "admission true");
            assertThat(explained.path("change").isNull()).isTrue();
        }
    }

    @Test
    void aRestartKeepsSandboxesTokensAndGuardrails() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = rig.grant(Rig.SB, GRANT, "http://no.test/**");
            assertThat(guardrail(rig, "input.net.host == \"no.test\"").status()).isEqualTo(200);
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            JsonNode before = rig.admin().get(Rig.SB).body();
            rig.restart();
            JsonNode after = rig.admin().get(Rig.SB).body();
            for (String member : new String[] {"generation", "digest", "status", "phase", "allowed"}) {
                assertThat(after.path(member)).as(member).isEqualTo(before.path(member));
            }
            assertThat(rig.curl(rig.rebased(variables), URL)).isEqualTo("200 000");
            assertThat(rig.curl(rig.rebased(variables), "http://no.test/")).isEqualTo("403 000");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("guardrails:no");
        }
    }

    @Test
    void aBrokenDocumentAnswersWithItsPlaceAndChangesNothing() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = rig.grant(Rig.SB, GRANT);
            JsonNode before = rig.admin().get(Rig.SB).body();
            refused(rig.put(Rig.SB, Rig.raw("{\"net.fetsch\": []}", null, Map.of())));
            refused(rig.put(Rig.SB, Rig.raw("{\"net.fetch\": [\"ftp:x\"]}", null, Map.of())));
            refused(rig.put(Rig.SB, Rig.raw("{\"cost.budget\": [\"USD:1e3\"]}", null, Map.of())));
            refused(rig.put(Rig.SB, Rig.raw("{}", "{\"expires_at\": \"tomorrow\"}", Map.of())));
            refused(rig.put(Rig.SB, Rig.lease(Map.of("x.rego", "package sallyport.sandbox\n\ndeny if {"), GRANT)));
            refused(rig.put(
                    Rig.SB, Rig.lease(Map.of("x.rego", "package sallyport.sandbox\n\nallow := true\n"), GRANT)));
            refused(rig.put(
                    Rig.SB, Rig.lease(Map.of("x.rego", "package sallyport.guardrails\n\ndeny := set()\n"), GRANT)));
            assertThat(rig.admin().get(Rig.SB).body().path("generation")).isEqualTo(before.path("generation"));
            assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
        }
    }

    @Test
    void brokenRegoIsRefusedWithOpasPositions() throws IOException, StartException {
        try (Rig rig = rig()) {
            AdminClient.Reply reply = rig.admin()
                    .putGuardrails(Map.of("web.rego", "package sallyport.guardrails\n\ndeny contains x if y > 1\n"));
            assertThat(reply.status()).isEqualTo(422);
            JsonNode diagnostic = reply.body().path("diagnostics").path(0);
            assertThat(diagnostic.path("file").asString()).isEqualTo("web.rego");
            assertThat(diagnostic.path("line").asInt()).isEqualTo(3);
            assertThat(diagnostic.path("message").asString()).contains("unsafe");
            assertThat(rig.admin()
                            .send("GET", "/v1/guardrails", null, Map.of())
                            .body()
                            .path("digest")
                            .asString())
                    .isEmpty();
        }
    }

    @Test
    void regoThatTheCompilerNeverFinishesCostsOnlyItsAuthor() throws IOException, StartException {
        var hostile = new StringBuilder("package sallyport.sandbox\n\nr0 := input.sandbox.labels.a\n");
        for (int i = 1; i <= 14; i++) {
            hostile.append("r%d := [r%d, {\"k\": r%d}]\n".formatted(i, i - 1, i - 1));
        }
        hostile.append("deny contains {\"rule\": \"x\", \"message\": \"x\"} if r14 == r13\n");
        try (Rig rig = rig("policy: {compile_timeout: \"10s\"}")) {
            Map<String, String> variables = rig.grant(Rig.SB, GRANT);
            AdminClient.Reply reply = rig.put(Rig.SB, Rig.lease(Map.of("hostile.rego", hostile.toString()), GRANT));
            assertThat(reply.status()).as(reply.body().toString()).isIn(422, 503);
            assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
            assertThat(rig.put(Rig.OTHER, Rig.lease(Map.of("own.rego", OWN), GRANT))
                            .status())
                    .isEqualTo(201);
        }
    }

    private static final String OWN = """
            package sallyport.sandbox

            deny contains {"rule": "not-here", "message": "not here"} if input.net.path == "/closed"
            """;

    @Test
    void aSandboxesOwnRegoNarrowsItAlone() throws IOException, StartException {
        try (Rig rig = rig()) {
            AdminClient.Reply reply = rig.put(Rig.SB, Rig.lease(Map.of("own.rego", OWN), GRANT));
            Map<String, String> own = Rig.variables(reply);
            Map<String, String> other = rig.grant(Rig.OTHER, GRANT);
            assertThat(rig.curl(own, URL)).isEqualTo("200 000");
            assertThat(rig.curl(own, URL + "closed")).isEqualTo("403 000");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("sandbox:not-here");
            assertThat(rig.curl(other, URL + "closed")).isEqualTo("200 000");
            rig.restart();
            assertThat(rig.curl(rig.rebased(own), URL + "closed")).isEqualTo("403 000");
        }
    }

    @Test
    void aGuardrailWithoutEndDeniesAndLeavesOthersUndisturbed() throws IOException, StartException {
        try (Rig rig = rig()) {
            Map<String, String> variables = rig.grant(Rig.SB, GRANT, "http://no.test/**");
            assertThat(guardrail(rig, "input.net.host == \"no.test\"; count(numbers.range(1, 1000000000)) > 0")
                            .status())
                    .isEqualTo(200);
            assertThat(rig.curl(variables, "http://no.test/")).isEqualTo("403 000");
            assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("guardrail_error");
            assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
        }
    }

    @Test
    void anExpiredLeaseRefusesAndSurvivesARestart() throws IOException, StartException {
        try (Rig rig = rig()) {
            AdminClient.Reply past = rig.put(
                    Rig.SB,
                    Rig.raw(
                            "{\"net.fetch\": [\"" + GRANT + "\"]}",
                            "{\"expires_at\": \"2020-01-01T00:00:00Z\"}",
                            Map.of()));
            refused(past);
            AdminClient.Reply far = rig.put(
                    Rig.SB,
                    Rig.raw(
                            "{\"net.fetch\": [\"" + GRANT + "\"]}",
                            "{\"expires_at\": \"2099-01-01T00:00:00Z\"}",
                            Map.of()));
            assertThat(far.body().path("expires_at").asString()).isEqualTo("2099-01-01T00:00:00Z");
            rig.stop();
            Path file = rig.state().resolve("sandboxes/sb-1.json");
            Files.writeString(file, Files.readString(file).replace("2099-01-01", "2020-01-01"));
            rig.restartAfterStop();
            assertThat(rig.curl(rig.rebased(Rig.variables(far)), URL)).isEqualTo("407 000");
            assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("lease_expired");
        }
    }

    @Test
    void unreadableStateRefusesTheStartAndNamesTheFile() throws IOException, StartException {
        Path file;
        try (Rig rig = rig()) {
            rig.grant(Rig.SB, GRANT);
            file = rig.state().resolve("sandboxes/sb-1.json");
        }
        Files.writeString(file, "{");
        assertThatThrownBy(this::rig).isInstanceOf(StartException.class).hasMessageContaining("sb-1.json");
        Files.delete(file);
        rig().close();
    }

    @Test
    void configuredGuardrailsAreTheOnlySource() throws IOException, StartException {
        Path guardrails = Files.createDirectory(folder.resolve("guardrails"));
        Files.writeString(guardrails.resolve("g.rego"), rego("input.net.host == \"yes.test\""));
        try (Rig rig = rig("guardrails: guardrails")) {
            Map<String, String> variables = rig.grant(Rig.SB, GRANT);
            assertThat(rig.curl(variables, URL)).isEqualTo("403 000");
            assertThat(guardrail(rig, "false").status()).isEqualTo(409);
        }
        Files.writeString(guardrails.resolve("g.rego"), "package sallyport.guardrails\n\ndeny if {");
        assertThatThrownBy(() -> rig("guardrails: guardrails")).isInstanceOf(StartException.class);
        assertThatThrownBy(() -> rig("guardrails: nowhere")).hasMessageContaining("nowhere");
    }

    @Test
    void aSandboxesOwnPortIsWhoItIsAndNobodyElses() throws IOException, StartException {
        try (Rig rig = Rig.startWithOwnPort(folder, Map.of("yes.test:80", origin.hostPort()), List.of())) {
            Map<String, String> own = rig.grant(Rig.SB, "http://yes.test/**");
            Map<String, String> shared = rig.grant(Rig.OTHER, "http://yes.test/**");
            String port = own.getOrDefault("http_proxy", "").replaceFirst("//.*@", "//");
            assertThat(port).isNotEqualTo(rig.proxyUrl());
            assertThat(rig.curl(Map.of("http_proxy", port), "http://yes.test/")).startsWith("200");
            assertThat(rig.curl(own, "http://yes.test/")).startsWith("200");
            String others = shared.getOrDefault("http_proxy", "").replaceFirst("@.*", "@") + port.substring(7);
            assertThat(rig.curl(Map.of("http_proxy", others), "http://yes.test/"))
                    .startsWith("407");
            rig.admin().delete(Rig.SB);
            assertThat(rig.curl(Map.of("http_proxy", port), "http://yes.test/")).startsWith("407");
        }
    }

    @Test
    void anAliasThatCannotBeUsedRefusesTheStart() {
        assertThatThrownBy(() -> Rig.start(folder, Map.of("yes.test", "not an address")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("egress.hosts");
    }

    @Test
    void aTrustedFileThatCannotBeReadRefusesTheStartAndIsNamed() {
        assertThatThrownBy(() -> Rig.startTrusting(folder, "corp-ca.pem"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("egress.trust")
                .hasMessageContaining("corp-ca.pem");
    }

    @Test
    void whereInterceptionIsOffATunnelThatWouldNeedItIsRefused() throws IOException, StartException {
        try (Rig rig = rig("intercept: {mode: off}")) {
            Map<String, String> variables = rig.grant(Rig.SB, "https://yes.test/v1/**", GRANT);
            assertThat(rig.curl(variables, "https://yes.test/v1/x")).isEqualTo("000 403");
            assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("needs_interception");
            assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
            assertThat(rig.admin().delete(Rig.SB).status()).isEqualTo(204);
        }
    }

    @Test
    void theGatewaysOwnListenersAreNeverDialled() throws IOException, StartException {
        try (Rig rig = rig()) {
            String own = rig.proxyUrl();
            Map<String, String> variables = rig.grant(Rig.SB, own + "/**");
            assertThat(rig.curl(variables, own + "/")).startsWith("403");
            assertThat(rig.lastRequest().path("verdict").asString()).isEqualTo("deny");
        }
    }

    private Rig rig() throws IOException, StartException {
        return rig("");
    }

    private Rig rig(String more) throws IOException, StartException {
        return Rig.start(folder, Map.of("yes.test:80", origin.hostPort(), "no.test:80", origin.hostPort()), more);
    }

    private static AdminClient.Reply guardrail(Rig rig, String condition) throws IOException {
        return rig.admin().putGuardrails(Map.of("g.rego", rego(condition)));
    }

    private static String rego(String condition) {
        return "package sallyport.guardrails\n\ndeny contains {\"rule\": \"no\", \"message\": \"no\"} if {\n\t"
                + condition + "\n}\n";
    }

    private static void refused(AdminClient.Reply reply) {
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(422);
        assertThat(reply.body().path("diagnostics").size()).isPositive();
    }
}
