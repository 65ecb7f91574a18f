package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.client.TrialClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A candidate beside the policy of one sandbox, and report mode, at a running gateway. */
class SandboxTrialsInForceTest {
    private static final String KEPT = "http://yes.test/a";
    private static final String OLD = "http://old.test/b";
    private static final String NEW = "http://new.test/c";
    private static final String ROLES = "\"ray.token\": runner, \"sue.token\": security, \"rita.token\": reader";

    @TempDir
    Path folder = Path.of("");

    @Test
    void aCandidateIsCountedUntilItIsPromoted() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**", "http://old.test/**");
            assertThat(run(rig, "sue", "candidate", "put", "--allow", "http://yes.test/**", "http://new.test/**"))
                    .startsWith("0 sb-1: candidate until 2");

            assertThat(rig.curl(variables, KEPT)).startsWith("200");
            assertThat(rig.lastRequest().path("would_deny").asBoolean()).isFalse();
            assertThat(rig.curl(variables, OLD)).startsWith("200");
            assertThat(rig.curl(variables, OLD)).as("remembered").startsWith("200");
            assertThat(rig.lastRequest().path("would_deny").asBoolean()).isTrue();
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("sandbox-candidate:no_grant");
            assertThat(rig.curl(variables, NEW)).startsWith("403");
            assertThat(rig.lastRequest().path("would_allow").asBoolean()).isTrue();
            assertThat(rig.lastRequest().path("verdict").asString()).isEqualTo("deny");
            assertThat(run(rig, "rita", "candidate", "report"))
                    .contains("4 requests since 2", "newly allowed: 1\n", "newly refused: 2\n")
                    .contains("       1  GET new.test/c  (", "       2  GET old.test/b  (sandbox-candidate:no_grant");

            assertThat(rig.answer(variables, "http://sallyport.internal/v1/whoami"))
                    .contains("\"mode\":\"enforce\"", "\"candidate_until\":\"2")
                    .doesNotContain("new.test");
            assertThat(rig.admin()
                            .get(Rig.SB)
                            .body()
                            .path("candidate")
                            .path("until")
                            .asString())
                    .startsWith("2");
            assertThat(rig.metrics()).contains("sallyport_sandbox_candidates 1.0");

            rig.restart();
            variables = rig.rebased(variables);
            assertThat(rig.curl(variables, NEW)).as("after a restart").startsWith("403");
            assertThat(rig.lastRequest().path("would_allow").asBoolean()).isTrue();

            assertThat(run(rig, "admin", "candidate", "promote")).startsWith("0 sb-1: in force, generation 2");
            assertThat(rig.curl(variables, NEW)).startsWith("200");
            assertThat(rig.curl(variables, OLD)).startsWith("403");
            assertThat(run(rig, "rita", "candidate", "get"))
                    .as("there is none any more")
                    .startsWith("1 ");
            assertThat(rig.metrics()).contains("sallyport_sandbox_candidates 0.0");
        }
    }

    @Test
    void aCandidateThatReadsTheBodyIsAskedOfWhatIsRefused() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            rig.admin().putGuardrails(Map.of("g.rego", """
                    package sallyport.guardrails

                    deny contains {"rule": "small", "message": "m"} if not input.net.body.json.small
                    """));
            assertThat(run(rig, "sue", "candidate", "put", "--allow", "http://new.test/**"))
                    .startsWith("0 ");
            String json = "Content-Type: application/json";
            for (String body : List.of("{\"small\": true}", "{\"small\": false}", "{")) {
                assertThat(rig.curl(variables, "-H", json, "-d", body, NEW)).startsWith("403");
            }
            assertThat(rig.curl(variables, "-H", json, "-H", "Expect: 100-continue", "-d", "{\"small\": true}", NEW))
                    .startsWith("403");
            while (rig.records("end").size() < 4) {
                Thread.onSpinWait(); // written after the answer has gone
            }
            assertThat(rig.records("end"))
                    .extracting(record -> record.path("would_allow").asBoolean() + " "
                            + record.path("detail").asString("-"))
                    .containsExactlyInAnyOrder("true -", "false -", "false -", "false candidate: body_unread");
            assertThat(run(rig, "rita", "candidate", "report"))
                    .contains("4 requests since 2", "newly allowed: 1\n", "newly refused: 0\n");
            assertThat(origin.received()).isEmpty();
        }
    }

    @Test
    void onlyTheCandidateBesideTheGenerationInForceIsPromoted() throws Exception {
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(run(rig, "sue", "candidate", "put", "--allow", "new.test"))
                    .startsWith("0 ");
            assertThat(run(rig, "admin", "candidate", "promote", "--digest", "00"))
                    .startsWith("1 ");
            rig.put(Rig.SB, Rig.lease("http://old.test/**"));
            var trial = new TrialClient(rig.admin(), Rig.SB);
            assertThat(trial.promote(trial.get().body().path("digest").asString(), null)
                            .status())
                    .as("it was judged beside another policy")
                    .isEqualTo(412);
            assertThat(run(rig, "sue", "candidate", "delete")).startsWith("0 ");
            assertThat(run(rig, "sue", "candidate", "delete")).as("twice").startsWith("1 ");
            assertThat(trial.promote("00", null).status()).isEqualTo(409);
        }
    }

    @Test
    void aRunnerNeitherTriesNorReports() throws Exception {
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            rig.grant(Rig.SB, "http://yes.test/**");
            for (String person : List.of("ray", "rita")) {
                assertThat(run(rig, person, "candidate", "put", "--allow", "new.test"))
                        .startsWith("3 ");
                assertThat(run(rig, person, "report-mode")).startsWith("3 ");
                assertThat(run(rig, person, "report-mode", "--off")).startsWith("3 ");
            }
            assertThat(run(rig, "sue", "candidate", "put", "--allow", "new.test"))
                    .startsWith("0 ");
            assertThat(run(rig, "ray", "candidate", "report")).startsWith("3 ");
            assertThat(run(rig, "sue", "candidate", "promote"))
                    .as("puts no sandbox")
                    .startsWith("3 ");
        }
    }

    @Test
    void aCandidateHasAnEndAndNothingThatDoesNotGrant() throws Exception {
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            rig.grant(Rig.SB, "http://yes.test/**");
            for (String until : List.of("2001-01-01T00:00:00Z", "2999-01-01T00:00:00Z")) {
                assertThat(run(rig, "sue", "candidate", "put", "--allow", "new.test", "--until", until))
                        .as(until)
                        .startsWith("2 ");
                assertThat(run(rig, "sue", "report-mode", "--until", until))
                        .as(until)
                        .startsWith("2 ");
            }
            var trial = new TrialClient(rig.admin(), Rig.SB);
            assertThat(trial.put(Rig.lease("http://new.test/**"), null).status())
                    .as("it names a run")
                    .isEqualTo(422);
            assertThat(trial.put(Rig.lease("http://new.test/**"), "soon").status())
                    .isEqualTo(400);
        }
    }

    @Test
    void reportModeLetsPassAndRecordsWhatPolicyAloneRefuses() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(rig.curl(variables, NEW)).startsWith("403");
            assertThat(run(rig, "sue", "report-mode")).startsWith("0 sb-1: in report mode until 2");
            assertThat(rig.curl(variables, NEW)).startsWith("200");
            JsonNode record = rig.lastRequest();
            assertThat(record.path("verdict").asString()).isEqualTo("allow");
            assertThat(record.path("mode").asString()).isEqualTo("report");
            assertThat(record.path("would_deny").asBoolean()).isTrue();
            assertThat(record.path("rule").asString()).isEqualTo("report-mode:no_grant");
            assertThat(rig.curl(variables, KEPT)).startsWith("200");
            assertThat(rig.lastRequest().path("would_deny").asBoolean()).isFalse();
            assertThat(rig.answer(variables, "http://sallyport.internal/v1/whoami"))
                    .contains("\"mode\":\"report\"", "\"report_mode_until\":\"2");
            assertThat(rig.admin().get(Rig.SB).body().path("report_mode").has("until"))
                    .isTrue();
            assertThat(rig.metrics()).contains("sallyport_sandboxes_in_report_mode 1.0");

            rig.admin().putGuardrails(Map.of("g.rego", """
                    package sallyport.guardrails

                    deny contains {"rule": "no-yes", "message": "closed"} if input.net.host == "yes.test"
                    """));
            assertThat(rig.curl(variables, KEPT)).startsWith("200");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("guardrails:no-yes");

            assertThat(run(rig, "sue", "report-mode", "--off")).startsWith("0 sb-1: enforced");
            assertThat(rig.curl(variables, NEW)).startsWith("403");
            assertThat(rig.curl(variables, KEPT)).startsWith("403");
            assertThat(run(rig, "sue", "report-mode", "--off")).as("twice").startsWith("1 ");
        }
    }

    @Test
    void reportModeOpensNothingElse() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(run(rig, "sue", "report-mode")).startsWith("0 ");
            Map<String, String> refused = Map.of(
                    "http://169.254.169.254/latest/meta-data/",
                    "metadata_address",
                    "http://127.0.0.1:1/",
                    "address_refused",
                    rig.adminUrl() + "/healthz",
                    "self_connection",
                    "http://tools.api.internal/x",
                    "no_grant");
            refused.forEach((url, reason) -> {
                assertThat(rig.curl(variables, url)).as(url).startsWith("403");
                assertThat(last(rig).path("reason").asString()).as(url).isEqualTo(reason);
            });
            var other = rig.grant(Rig.OTHER, "http://yes.test/**");
            assertThat(rig.curl(other, NEW)).as("another sandbox").startsWith("403");
            Map<String, String> nobody = Map.of("http_proxy", rig.proxyUrl());
            assertThat(rig.curl(nobody, NEW)).as("without identity").startsWith("407");
        }
    }

    private static JsonNode last(Rig rig) {
        try {
            return rig.lastRequest();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Rig rig(Origin origin) throws Exception {
        String target = origin.hostPort();
        return Rig.startWithRoles(
                folder, Map.of("yes.test:80", target, "old.test:80", target, "new.test:80", target), ROLES, "");
    }

    /** Runs a command of {@code sandbox} about sb-1 as that person; returns its exit code and what it prints. */
    private static String run(Rig rig, String person, String... words) {
        boolean candidate = words[0].equals("candidate");
        var command = new ArrayList<>(List.of("sandbox"));
        Stream.of(words).limit(candidate ? 2 : 1).forEach(command::add);
        command.addAll(List.of(
                "--admin",
                rig.adminUrl(),
                "--token-file",
                rig.state().resolve(person + ".token").toString(),
                "sb-1"));
        Stream.of(words).skip(candidate ? 2 : 1).forEach(command::add);
        Client.Ended ended = CommandInProcess.run(command.toArray(String[]::new));
        return ended.exit() + " " + ended.out() + ended.err();
    }
}
