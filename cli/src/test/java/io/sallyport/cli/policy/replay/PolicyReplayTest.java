package io.sallyport.cli.policy.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.cli.SchemaProblems;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy replay}: what a policy would change, and what cannot be said. */
class PolicyReplayTest {
    private static final String LEASE =
            "{\"net.fetch\": [\"https://a.example.org/**\", \"https://c.example.org/v1/*\"]}";

    @TempDir
    Path folder = Path.of("");

    private final LogOfRecords log = new LogOfRecords();

    @Test
    void changesAreGroupedBySandboxHostMethodAndPath() throws IOException {
        log.request("sb-1", "GET", "b.example.org", "/items/1", true)
                .request("sb-1", "GET", "b.example.org", "/items/2", true)
                .request("sb-1", "POST", "b.example.org", "/items/2", true)
                .request("sb-2", "GET", "b.example.org", "/items/2", true)
                .request("sb-1", "GET", "a.example.org", "/x", false)
                .request("sb-1", "GET", "a.example.org", "/x", true)
                .request("sb-1", "GET", "d.example.org", "/x", false);
        JsonNode report = replayed(LEASE);
        assertThat(report.path("newly_refused").path("count").asInt()).isEqualTo(4);
        JsonNode groups = report.path("newly_refused").path("groups");
        assertThat(groups).hasSize(3);
        assertThat(groups.get(0).toString())
                .isEqualTo("{\"sandbox\":\"sb-1\",\"origin\":\"https://b.example.org\",\"method\":\"GET\","
                        + "\"path\":\"/items/{number}\",\"by\":\"no_grant\",\"count\":2,\"examples\":["
                        + "{\"audit_id\":\"id00000\",\"time\":\"2026-11-18T12:00:00Z\"},"
                        + "{\"audit_id\":\"id00001\",\"time\":\"2026-11-18T12:00:01Z\"}]}");
        assertThat(report.path("newly_allowed").path("groups").get(0).path("by").asString())
                .isEqualTo("granted by lease:net.fetch[0]");
        assertThat(report.path("still_allowed").path("count").asInt()).isEqualTo(1);
        assertThat(report.path("still_refused").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void whatAPersonReadsHasCountsAndRecords() throws IOException {
        log.request("sb-1", "GET", "b.example.org", "/items/1", true)
                .request("sb-1", "GET", "a.example.org", "/x", false)
                .record("sb-1", "\"allow\",\"granted\"", "\"kind\":\"end\"");
        assertThat(replay(LEASE).out()).isEqualTo("""
                lines read: 3, end 1
                newly allowed: 1
                newly refused: 1
                cannot be said: 0
                unchanged: 0 (0 allowed, 0 refused)
                not decided by policy: 0

                newly allowed
                        1  sb-1  GET https://a.example.org/x  granted by lease:net.fetch[0]
                           id00001 at 2026-11-18T12:00:01Z

                newly refused
                        1  sb-1  GET https://b.example.org/items/{number}  no_grant
                           id00000 at 2026-11-18T12:00:00Z
                """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "query|input.net.query.a[_] == \"1\"",
                "headers|input.net.headers[\"x-a\"]",
                "body|input.net.body.json.a == 1",
                "body|count(input.net.findings) > 0",
                "identity|input.identity.claims.role == \"x\""
            })
    void whatTheRecordLacksCannotBeSaid(String lack, String condition) throws IOException {
        log.request("sb-1", "POST", "a.example.org", "/x", true).request("sb-1", "POST", "b.example.org", "/x", true);
        Path guardrails = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if {
                	input.net.method == "POST"
                	%s
                }
                """.formatted(condition));
        JsonNode report = replayed(LEASE, "--guardrails", guardrails.toString());
        assertThat(report.path("cannot_be_said").path("lacks").path(lack).asInt())
                .as("where the lease grants")
                .isGreaterThanOrEqualTo(1);
        assertThat(report.path("cannot_be_said")
                        .path("groups")
                        .get(0)
                        .path("by")
                        .asString())
                .isEqualTo("lacks " + lack);
        assertThat(report.path("newly_allowed").path("count").asInt()).isZero();
    }

    @Test
    void aRequestThatSentNoBodyHadNone() throws IOException {
        Path guardrails = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.body.json.a == 1
                """);
        log.record(
                "sb-1",
                "\"allow\",\"granted\"",
                "\"kind\":\"http\",\"scheme\":\"https\",\"host\":\"a.example.org\",\"port\":443,\"method\":\"GET\","
                        + "\"path\":\"/x\",\"bytes_in\":0");
        assertThat(replayed(LEASE, "--guardrails", guardrails.toString())
                        .path("still_allowed")
                        .path("count")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aRequestThatNothingGrantsIsRefusedWhateverItsHeadersSay() throws IOException {
        log.request("sb-1", "POST", "b.example.org", "/x", true);
        Path guardrails = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "r", "message": "m"} if input.net.headers["x-a"]
                """);
        assertThat(replayed(LEASE, "--guardrails", guardrails.toString())
                        .path("newly_refused")
                        .path("count")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aRuleReadsTheTimeOfTheRecordAndNotOfTheReplay() throws IOException {
        log.request("sb-1", "GET", "a.example.org", "/x", true).request("sb-1", "GET", "a.example.org", "/x", true);
        Path guardrails = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "late", "message": "m"} if {
                	input.net.host == "a.example.org"
                	time.clock(time.now_ns())[2] == 1
                }
                """);
        JsonNode refused =
                replayed(LEASE, "--guardrails", guardrails.toString()).path("newly_refused");
        assertThat(refused.path("count").asInt()).isEqualTo(1);
        assertThat(refused.path("groups")
                        .get(0)
                        .path("examples")
                        .get(0)
                        .path("audit_id")
                        .asString())
                .isEqualTo("id00001");
    }

    @Test
    void whatIsInATunnelThatWasNotOpenedCannotBeSaid() throws IOException {
        String tunnel = "\"kind\":\"connect\",\"scheme\":\"https\",\"host\":\"%s\",\"port\":443,\"inspected\":%s";
        log.record("sb-1", "\"allow\",\"granted\"", tunnel.formatted("c.example.org", "false"))
                .record("sb-1", "\"allow\",\"granted\"", tunnel.formatted("c.example.org", "true"))
                .record("sb-1", "\"deny\",\"no_grant\"", tunnel.formatted("c.example.org", "false"))
                .record("sb-1", "\"allow\",\"granted\"", tunnel.formatted("b.example.org", "false"));
        JsonNode report = replayed(LEASE);
        assertThat(report.path("cannot_be_said").path("lacks").toString()).isEqualTo("{\"tunnel\":1}");
        assertThat(report.path("still_allowed").path("count").asInt()).isEqualTo(1);
        assertThat(report.path("newly_allowed")
                        .path("groups")
                        .get(0)
                        .path("origin")
                        .asString())
                .isEqualTo("https://c.example.org:443");
        assertThat(report.path("newly_refused").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void countedRefusalsAndHiddenPathsAreNoRequests() throws IOException {
        log.record("sb-1", "\"deny\",\"no_grant\"", "\"kind\":\"http\",\"host\":\"a.example.org\",\"count\":40")
                .record(
                        "sb-1",
                        "\"deny\",\"guardrail\"",
                        "\"kind\":\"http\",\"scheme\":\"https\",\"host\":\"a.example.org\",\"port\":443,\"method\":\"GET\"");
        assertThat(replayed(LEASE).path("cannot_be_said").path("lacks").toString())
                .isEqualTo("{\"request\":41}");
    }

    @Test
    void whatThePolicyDidNotDecideIsComparedOnlyWithAnOldPolicy() throws IOException {
        for (String said :
                List.of("\"limit\",\"rate_limited\"", "\"fail\",\"connect_failed\"", "\"deny\",\"lease_expired\"")) {
            log.request("sb-1", "GET", "b.example.org", "/x", said);
        }
        assertThat(replayed(LEASE).path("not_by_policy").path("count").asInt()).isEqualTo(3);
        Path old = write("old.json", "{\"net.fetch\": [\"https://b.example.org/**\"]}");
        JsonNode report = replayed(LEASE, "--against", old.toString());
        assertThat(report.path("newly_refused").path("count").asInt()).isEqualTo(3);
        assertThat(report.path("not_by_policy").path("count").asInt()).isZero();
    }

    @Test
    void actionsAreAskedToo() throws IOException {
        log.record(
                "sb-1",
                "\"deny\",\"no_grant\"",
                "\"kind\":\"tool\",\"capability\":\"tool.call\",\"target\":\"web.search\"");
        JsonNode group = replayed("{\"tool.call\": [\"web.*\"]}")
                .path("newly_allowed")
                .path("groups")
                .get(0);
        assertThat(group.path("method").asString()).isEqualTo("tool.call");
        assertThat(group.path("path").asString()).isEqualTo("web.search");
    }

    @Test
    void whatIsNeverDialledIsNotNewlyAllowed() throws IOException {
        log.request("sb-1", "GET", "169.254.169.254", "/latest", false)
                .request("sb-1", "GET", "a.example.org", "/x", false);
        JsonNode report = replayed("{\"net.fetch\": [\"https://**\"]}");
        assertThat(report.path("newly_allowed").path("count").asInt()).isEqualTo(1);
        assertThat(report.path("still_refused").path("count").asInt()).isEqualTo(1);
    }

    @Test
    void recordsAreChosenBySandboxAndTime() throws IOException {
        for (int i = 0; i < 6; i++) {
            log.request("sb-" + i % 2, "GET", "a.example.org", "/x", false);
        }
        JsonNode report = replayed(
                LEASE, "--sandbox", "sb-1", "--since", "2026-11-18T12:00:02Z", "--until", "2026-11-18T12:00:05Z");
        assertThat(report.path("newly_allowed").path("count").asInt()).isEqualTo(1);
        assertThat(report.path("lines").path("left_out").asInt()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"newly-allowed, 1", "newly-refused, 0", "any, 1"})
    void theExitCodeSaysWhetherThereIsSuchAChange(String failOn, int exit) throws IOException {
        log.request("sb-1", "GET", "a.example.org", "/x", false);
        assertThat(replay(LEASE, "--fail-on", failOn).exit()).isEqualTo(exit);
    }

    @Test
    void thatLabelsAreUnknownIsSaid() throws IOException {
        log.request("sb-1", "GET", "a.example.org", "/x", true);
        Path guardrails = write("g.rego", """
                package sallyport.guardrails

                deny contains {"rule": "team", "message": "m"} if input.sandbox.labels.team == "docs"
                """);
        Client.Ended without = replay(LEASE, "--guardrails", guardrails.toString());
        assertThat(without.err()).contains("--label NAME=VALUE");
        Client.Ended with = replay(LEASE, "--guardrails", guardrails.toString(), "--label", "team=docs");
        assertThat(with.err()).doesNotContain("--label");
        assertThat(with.out()).contains("newly refused: 1\n", "guardrail by guardrails:team");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"lines\": 5}", "{\"lines\": {\"read\": 1}, \"newly_allowed\": {\"count\": 1}}"})
    void whatIsNoReportDoesNotFitItsSchema(String text) throws IOException {
        assertThat(SchemaProblems.of("policy-replay", text)).isNotEmpty();
    }

    private JsonNode replayed(String lease, String... more) throws IOException {
        List<String> flags = new ArrayList<>(List.of(more));
        flags.add("--json");
        Client.Ended ended = replay(lease, flags.toArray(String[]::new));
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(SchemaProblems.of("policy-replay", ended.out()))
                .as(ended.out())
                .isEmpty();
        return JsonMapper.shared().readTree(ended.out());
    }

    private Client.Ended replay(String lease, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("policy", "replay", "--audit", log.in(folder)));
        words.addAll(List.of("--lease", write("lease.json", lease).toString()));
        words.addAll(List.of(more));
        return CommandInProcess.run(words.toArray(String[]::new));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
