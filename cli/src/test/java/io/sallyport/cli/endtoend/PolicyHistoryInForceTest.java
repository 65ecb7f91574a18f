package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code policy history}, {@code diff} and {@code rollback} at a running gateway. */
class PolicyHistoryInForceTest {
    private static final String REGO = """
            package sallyport.guardrails

            deny contains {"rule": "no-paste", "message": "closed"} if input.net.host == "HOST"
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void earlierSetsAreListedComparedAndPutInForceAgain() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, "a.test");
            put(rig, "b.test");
            assertThat(lines(run(rig, "history"))).hasSize(2).satisfies(lines -> {
                assertThat(lines.getFirst()).matches("2 +20\\S+Z +[0-9a-f]{12} +operator .*");
                assertThat(lines.getLast()).matches("1 +20\\S+Z +[0-9a-f]{12} +operator .*");
            });
            assertThat(run(rig, "history", "1").out()).isEqualTo("# a.rego\n" + REGO.replace("HOST", "a.test") + "\n");
            assertThat(run(rig, "diff", "1").out())
                    .contains("-deny", "\"a.test\"", "+deny", "\"b.test\"")
                    .isEqualTo(run(rig, "diff", "1", "2").out());

            assertThat(run(rig, "rollback", "1", "--dry-run").exit()).isZero();
            assertThat(lines(run(rig, "history"))).as("nothing changed").hasSize(2);
            Client.Ended back = run(rig, "rollback", "1", "--note", "blocks the mirror");
            assertThat(back.exit()).as(back.err()).isZero();
            assertThat(back.out()).startsWith("epoch 1: ");
            assertThat(lines(run(rig, "history")).getFirst())
                    .startsWith("3 ")
                    .contains("operator ")
                    .endsWith(", restores 1: blocks the mirror");
            assertThat(run(rig, "diff", "1", "3").out()).as("the same Rego").isEmpty();
        }
    }

    @Test
    void aSetThatIsNotThereAndAGatewayThatIsNotAreToldApart() throws Exception {
        Rig rig = Rig.start(folder, Map.of());
        try (rig) {
            put(rig, "a.test");
            for (List<String> command : List.of(
                    List.of("history", "9"),
                    List.of("diff", "9"),
                    List.of("diff", "1", "9"),
                    List.of("rollback", "9"))) {
                Client.Ended ended = run(rig, command.toArray(String[]::new));
                assertThat(ended.exit()).as("%s: %s", command, ended.err()).isEqualTo(1);
                assertThat(ended.out()).isEmpty();
                assertThat(ended.err()).isNotEmpty();
            }
        }
        assertThat(run(rig, "history").exit()).isEqualTo(3);
    }

    private static void put(Rig rig, String host) throws Exception {
        assertThat(rig.admin()
                        .putGuardrails(Map.of("a.rego", REGO.replace("HOST", host)))
                        .status())
                .isEqualTo(200);
    }

    private static List<String> lines(Client.Ended ended) {
        assertThat(ended.exit()).as(ended.err()).isZero();
        return ended.out().lines().toList();
    }

    private static Client.Ended run(Rig rig, String... words) {
        var command = new ArrayList<>(List.of("policy", words[0], "--admin", rig.adminUrl(), "--token-file"));
        command.add(rig.state().resolve("admin.token").toString());
        command.addAll(List.of(words).subList(1, words.length));
        return CommandInProcess.run(command.toArray(String[]::new));
    }
}
