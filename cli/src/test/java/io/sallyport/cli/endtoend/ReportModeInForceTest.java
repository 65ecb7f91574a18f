package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rules and whole guardrails in report mode, at a running gateway. */
class ReportModeInForceTest {
    private static final String URL = "http://yes.test/";
    private static final String RULE = """
            package sallyport.guardrails

            deny contains {"rule": "no-yes", "message": "closed", "mode": "MODE"} if input.net.host == "yes.test"
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aRuleIsRecordedUntilItIsEnforced() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Map<String, String> variables = rig.grant(Rig.SB, URL + "**");
            assertThat(guardrails(rig, "report")).isEqualTo(200);
            assertThat(rig.curl(variables, URL)).startsWith("200");
            wouldDeny(rig.lastRequest(), "guardrails:no-yes");
            assertThat(guardrails(rig, "enforce")).isEqualTo(200);
            assertThat(rig.curl(variables, URL)).startsWith("403");
            assertThat(rig.lastRequest().path("would_deny").asBoolean()).isFalse();
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("guardrails:no-yes");
            assertThat(cli(rig, "rules"))
                    .containsPattern("1  allow .* lease:net.fetch\\[0\\]\n")
                    .containsPattern("1  deny .* guardrails:no-yes\n")
                    .containsPattern("1  would_deny .* guardrails:no-yes\n");
            assertThat(rig.metrics())
                    .contains("sallyport_rule_hits_total{rule=\"guardrails:no-yes\",verdict=\"deny\"} 1.0");
        }
    }

    @Test
    void aCandidateIsRecordedUntilItIsPromoted() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Map<String, String> variables = rig.grant(Rig.SB, URL + "**");
            Path file = Files.writeString(folder.resolve("g.rego"), RULE.replace("MODE", "enforce"));
            String digest = pushed(rig, file);
            assertThat(rig.curl(variables, URL)).startsWith("200");
            assertThat(rig.curl(variables, URL)).as("remembered").startsWith("200");
            wouldDeny(rig.lastRequest(), "candidate:no-yes");

            assertThat(cli(rig, "report"))
                    .contains(
                            "candidate " + digest + "\n",
                            "       2  candidate:no-yes\n",
                            "hosts      yes.test 2\n",
                            "sandboxes  sb-1 2\n");

            rig.restart();
            variables = rig.rebased(variables);
            assertThat(rig.curl(variables, URL)).as("after a restart").startsWith("200");
            wouldDeny(rig.lastRequest(), "candidate:no-yes");

            assertThat(cli(rig, "promote", "--note", "seen for a week")).isEqualTo("0 in force, as epoch 1\n");
            assertThat(cli(rig, "report")).doesNotContain("candidate:");
            assertThat(rig.curl(variables, URL)).startsWith("403");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("guardrails:no-yes");
            JsonNode record = rig.records("policy").getLast();
            assertThat(record.path("path").asString()).isEqualTo("/v1/guardrails/promote");
            assertThat(record.path("rule").asString()).isEqualTo("role:operator");
            assertThat(record.path("detail").asString()).contains("seen for a week");
            assertThat(cli(rig, "withdraw")).as("there is none any more").startsWith("1 ");
        }
    }

    @Test
    void onlyTheCandidateThatWasSeenIsPromoted() throws Exception {
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = rig(origin)) {
            Path file = Files.writeString(folder.resolve("g.rego"), RULE.replace("MODE", "enforce"));
            String seen = pushed(rig, file);
            String newer = pushed(rig, Files.writeString(file, RULE.replace("MODE", "report")));
            assertThat(newer).isNotEqualTo(seen);
            assertThat(cli(rig, "promote", "--digest", seen)).startsWith("1 ");
            assertThat(rig.admin().promoteGuardrails(seen, null).status()).isEqualTo(412);
            assertThat(cli(rig, "report")).contains("candidate " + newer + "\n");
            assertThat(cli(rig, "promote", "--digest", newer)).isEqualTo("0 in force, as epoch 1\n");
        }
    }

    /** Puts a candidate; returns its digest. */
    private static String pushed(Rig rig, Path file) {
        String printed = cli(rig, "push", "--report", file.toString());
        assertThat(printed).startsWith("0 in report mode, digest ");
        return printed.strip().substring(printed.lastIndexOf(' ') + 1);
    }

    private static void wouldDeny(JsonNode record, String rule) {
        assertThat(record.path("verdict").asString()).isEqualTo("allow");
        assertThat(record.path("mode").asString()).isEqualTo("report");
        assertThat(record.path("would_deny").asBoolean()).isTrue();
        assertThat(record.path("rule").asString()).isEqualTo(rule);
    }

    private static int guardrails(Rig rig, String mode) throws IOException {
        return rig.admin()
                .putGuardrails(Map.of("g.rego", RULE.replace("MODE", mode)))
                .status();
    }

    /** Runs a command of {@code policy}; returns its exit code and what it prints. */
    private static String cli(Rig rig, String... arguments) {
        Client.Ended ended = CommandInProcess.run(Stream.of(
                        Stream.of("policy", arguments[0], "--admin", rig.adminUrl()),
                        Stream.of(
                                "--token-file",
                                rig.state().resolve("admin.token").toString()),
                        Stream.of(arguments).skip(1))
                .flatMap(Function.identity())
                .toArray(String[]::new));
        return ended.exit() + " " + ended.out();
    }

    private Rig rig(Origin origin) throws Exception {
        return Rig.start(folder, Map.of("yes.test:80", origin.hostPort()));
    }
}
