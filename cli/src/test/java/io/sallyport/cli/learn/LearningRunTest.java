package io.sallyport.cli.learn;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --learn}, as its command line. */
class LearningRunTest {
    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @BeforeEach
    void writeConfiguration() throws Exception {
        Files.writeString(folder.resolve("c.yaml"), """
                state: state
                egress: {hosts: {"a.test.org:80": "%1$s", "b.test.org:80": "%1$s"}}
                """.formatted(origin.hostPort()));
    }

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    private Client.Ended run(String script, String... flags) {
        Stream<String> before = Stream.of("run", "--fence=off", "--config", file("c.yaml"));
        List<String> all = Stream.of(before, Stream.of(flags), Stream.of("--", "sh", "-c", script))
                .flatMap(words -> words)
                .toList();
        return CommandInProcess.run(all.toArray(String[]::new));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void theFileIsWrittenAndTheExitCodeIsTheCommandsEvenIfItFails() {
        require("curl");
        Client.Ended learned = run("curl -s http://a.test.org/x; exit 7", "--learn", file("l.yaml"));
        assertThat(learned.exit()).isEqualTo(7);
        assertThat(learned.err())
                .contains(
                        "LEARNING: policy does NOT restrict this run",
                        "LEARNED: policy did NOT restrict this run. 1 different requests to 1 hosts are in");
        assertThat(folder.resolve("l.yaml")).content().contains("{method: GET, path: '/x'}  # once, ");
        Client.Ended tests = CommandInProcess.run("policy", "test", "--policy", file("l.yaml"), file("l_test.rego"));
        assertThat(tests.exit()).as(tests.out()).isZero();
        Client.Ended again = run("curl -sf http://a.test.org/x || exit 8", "--policy", file("l.yaml"));
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(run("curl -sf http://b.test.org/x || exit 8", "--policy", file("l.yaml"))
                        .exit())
                .isEqualTo(8);
    }

    @Test
    void aFileThatEndsInJsonIsALease() {
        require("curl");
        Client.Ended learned = run("curl -s http://a.test.org/x http://b.test.org/y", "--learn", file("l.json"));
        assertThat(learned.exit()).as(learned.err()).isZero();
        assertThat(folder.resolve("l.json")).hasContent("""
                {
                  "net.fetch": [
                    "http://a.test.org/x",
                    "http://b.test.org/y"
                  ]
                }
                """);
        assertThat(CommandInProcess.run("policy", "test", "--lease", file("l.json"), file("l_test.rego"))
                        .exit())
                .isZero();
        assertThat(run("curl -sf http://b.test.org/y || exit 8", "--lease", file("l.json"))
                        .exit())
                .isZero();
    }

    @Test
    void aFileThatExistsIsKeptAndNothingRuns() throws Exception {
        for (String name : List.of("l.yaml", "l_test.rego")) {
            Files.writeString(folder.resolve(name), "mine");
            Client.Ended refused = run("touch " + file("ran"), "--learn", file("l.yaml"));
            assertThat(refused.exit()).isEqualTo(2);
            assertThat(refused.err()).contains(name + ": exists (expected: another name, or --force)");
            assertThat(folder.resolve(name)).hasContent("mine");
            Files.delete(folder.resolve(name));
        }
        assertThat(folder.resolve("ran")).doesNotExist();
        Files.writeString(folder.resolve("l.yaml"), "mine");
        assertThat(run("true", "--force", "--learn", file("l.yaml")).exit()).isZero();
        assertThat(folder.resolve("l.yaml")).content().contains("Learned from no request", "network_policies: {}");
        assertThat(run("true", "--learn", file("none/l.yaml")).err()).contains("no file can be written there");
    }

    /** What a lease does not cover is refused while learning, so it is not learned. */
    @Test
    void aLeaseIsTheCeilingOfWhatIsLearned() {
        require("curl");
        Client.Ended learned = run(
                "curl -s http://a.test.org/x http://b.test.org/y >/dev/null",
                "--allow",
                "http://a.test.org/**",
                "--learn",
                file("l.yaml"));
        assertThat(learned.exit()).as(learned.err()).isZero();
        assertThat(folder.resolve("l.yaml"))
                .content()
                .contains("host: 'a.test.org'", "# not learned: GET http://b.test.org/y: no_grant")
                .doesNotContain("host: 'b.test.org'");
    }

    /** Each would make a rule that means something else. */
    @Test
    void methodsAndPathsWithCharactersOfPatternsOpenNothing() {
        require("curl");
        Client.Ended learned =
                run("curl -s -X 'G*' http://a.test.org/x; curl -s -g 'http://a.test.org/*'", "--learn", file("l.yaml"));
        assertThat(learned.exit()).as(learned.err()).isZero();
        assertThat(folder.resolve("l.yaml"))
                .content()
                .contains(
                        "# not learned: G* http://a.test.org/x: a network policy cannot name the method",
                        "{method: GET, path: '/\\*'}");
        assertThat(run("curl -sf http://a.test.org/y || exit 8", "--policy", file("l.yaml"))
                        .exit())
                .isEqualTo(8);
    }

    @Test
    void theSandboxIsToldThatNothingIsRefusedForWantOfAGrant() {
        require("curl");
        Client.Ended learned =
                run("curl -s http://sallyport.internal/v1/whoami >" + file("whoami"), "--learn", file("l.yaml"));
        assertThat(learned.exit()).as(learned.err()).isZero();
        assertThat(folder.resolve("whoami")).content().contains("report mode: what nothing grants passes");
        assertThat(folder.resolve("l.yaml")).content().contains("network_policies: {}");
    }

    @Test
    void flagsOfLearningAloneAreRefused() {
        assertThat(run("true", "--as", "lease").err()).contains("--as, --merge-paths and --force are for --learn");
    }
}
