package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a running gateway with real clients, replayed against other policies. */
class ReplayedTrafficTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Path GUIDE = Path.of("../docs/policy-replay.md");
    private static final Path PICTURE = Path.of("../docs/images/policy-replay.png");

    @TempDir
    Path folder = Path.of("");

    @Test
    void whatWouldHaveChangedIsSaidOfTheTrafficOfAGateway() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test", "127.0.0.1:" + origin.port()))) {
            Map<String, String> one = rig.grant(Rig.SB, "http://yes.test/items/**");
            Map<String, String> two = rig.grant(new SandboxId("sb-2"), "http://yes.test/**");
            for (int i = 1; i <= 3; i++) {
                assertThat(rig.curl(one, "http://yes.test/items/" + i)).startsWith("200");
            }
            assertThat(rig.curl(one, "http://yes.test/other")).startsWith("403");
            assertThat(rig.curl(two, "-d", "a=1", "http://yes.test/items/7")).startsWith("200");
            String log = rig.state().resolve("audit.jsonl").toString();
            String config = folder.resolve("gateway.yaml").toString();

            assertThat(replay(log, "--config", config, "--allow", "http://yes.test/items/*", "--fail-on", "any"))
                    .as("what is as it was")
                    .startsWith("0 ")
                    .contains("unchanged: 5 (4 allowed, 1 refused)");
            Path policy = Files.writeString(folder.resolve("new.yaml"), """
                    version: 1
                    network_policies:
                      a:
                        endpoints: [{host: yes.test, port: 80, protocol: rest, access: read-only}]
                        binaries: [{path: /**}]
                    """);
            assertThat(replay(log, "--config", config, "--policy", policy.toString(), "--fail-on", "newly-refused"))
                    .startsWith("1 ")
                    .containsPattern("newly allowed\n +1  sb-1  GET http://yes.test/other  granted by policy:a")
                    .containsPattern("newly refused\n +1  sb-2  POST http://yes.test/items/\\{number}  no_grant")
                    .contains("unchanged: 3 (3 allowed, 0 refused)");
        }
    }

    @Test
    void aRecordIsExplainedByThePolicyThatJudgedItThoughAnotherIsInForce() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test", "127.0.0.1:" + origin.port()))) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/a");
            assertThat(rig.curl(variables, "http://yes.test/b")).startsWith("403");
            String refused = rig.lastRequest().path("audit_id").asString();
            assertThat(rig.admin().putGuardrails(Map.of("g.rego", """
                                            package sallyport.guardrails

                                            deny contains {"rule": "q", "message": "m"} if {
                                            	input.net.host == "yes.test"
                                            	input.net.query.q
                                            }
                                            """)).status())
                    .isEqualTo(200);
            assertThat(rig.curl(variables, "http://yes.test/a")).startsWith("200");
            String allowed = rig.lastRequest().path("audit_id").asString();
            rig.put(Rig.SB, Rig.lease("http://yes.test/b"));
            assertThat(explained(rig, refused)).startsWith("1 ").contains("no_grant", "http://yes.test/a");
            assertThat(explained(rig, allowed))
                    .startsWith("0 ")
                    .contains("not explained: the policy comes to query, which the record lacks");
            assertThat(rig.admin().delete(Rig.SB).status()).isEqualTo(204);
            assertThat(explained(rig, refused)).as("of a sandbox that is gone").startsWith("1 ");
            assertThat(explained(rig, "00000")).startsWith("2 ");
        }
    }

    private String explained(Rig rig, String id) {
        Client.Ended ended = CommandInProcess.run(
                "policy",
                "explain",
                "--audit",
                rig.state().resolve("audit.jsonl").toString(),
                "--id",
                id,
                "--state",
                rig.state().toString(),
                "--config",
                folder.resolve("gateway.yaml").toString());
        return ended.exit() + " " + ended.out() + ended.err();
    }

    @Test
    void thePageIsOneFileThatABrowserShows() throws Exception {
        Path chromium = require("chromium");
        String guide = Files.readString(GUIDE);
        String page = folder.resolve("page.html").toString();
        Path picture = Boolean.getBoolean("golden.write") ? PICTURE.toAbsolutePath() : folder.resolve("page.png");
        assertThat(replay(example(guide, "audit.jsonl"), "--policy", example(guide, "new.yaml"), "--html", page))
                .startsWith("0 ");
        List<String> command = List.of(
                chromium.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1000,830",
                "--screenshot=" + picture,
                "file://" + page);
        try (Client browser = Client.start(folder, Map.of(), command)) {
            Client.Ended ended = browser.await(SOON);
            assertThat(ended.exit()).as(ended.err()).isZero();
        }
        assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G').hasSizeGreaterThan(10_000);
    }

    /** Writes a file of the guide. */
    private String example(String guide, String name) throws Exception {
        return Pattern.compile("(?ms)^```\\w+ " + Pattern.quote(name) + "\\n(.*?)^```$")
                .matcher(guide)
                .results()
                .map(found -> found.group(1))
                .map(text -> write(name, text))
                .findFirst()
                .orElseThrow();
    }

    private String write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String replay(String log, String... more) {
        Client.Ended ended =
                CommandInProcess.run(Stream.concat(Stream.of("policy", "replay", "--audit", log), Stream.of(more))
                        .toArray(String[]::new));
        return ended.exit() + " " + ended.out() + ended.err();
    }
}
