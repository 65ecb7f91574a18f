package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sandbox history} and {@code sandbox rollback} at a running gateway. */
class SandboxHistoryCommandsTest {
    private static final String FIRST = "{\"net.fetch\": [\"https://first.test/**\"]}";
    private static final String SECOND = "{\"net.fetch\": [\"https://second.test/**\"]}";

    @TempDir
    Path folder = Path.of("");

    @Test
    void anEarlierGenerationIsListedShownAndPutInForceAgain() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, FIRST);
            put(rig, SECOND);

            assertThat(sandbox(rig, "history", "sb-1").out())
                    .matches("2 +[0-9a-f]{12} planning +in force\n1 +[0-9a-f]{12} planning\n");
            assertThat(sandbox(rig, "history", "sb-1", "1").out()).contains("first.test");

            Client.Ended back = sandbox(rig, "rollback", "sb-1", "1");
            assertThat(back.exit()).as(back.err()).isZero();
            assertThat(back.out()).isEqualTo("sb-1: generation 1 is in force again, as generation 3\n");
            assertThat(sandbox(rig, "get", "sb-1").out()).contains("first.test").doesNotContain("second.test");
        }
    }

    @Test
    void whatIsUnknownOrHasMovedOnChangesNothing() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            put(rig, FIRST);
            put(rig, SECOND);

            assertThat(sandbox(rig, "history", "sb-9").exit()).isEqualTo(1);
            assertThat(sandbox(rig, "history", "sb-1", "7").exit()).isEqualTo(1);
            assertThat(sandbox(rig, "rollback", "sb-1", "7").exit()).isEqualTo(1);
            assertThat(sandbox(rig, "rollback", "sb-1", "1", "--if-generation", "1")
                            .exit())
                    .isEqualTo(1);
            assertThat(sandbox(rig, "rollback", "sb-1", "first").exit()).isEqualTo(2);
            assertThat(sandbox(rig, "get", "sb-1").out()).contains("second.test");
        }
    }

    private static void put(Rig rig, String lease) throws Exception {
        var reply = rig.put(Rig.SB, SandboxDocuments.builder().lease(lease).build());
        assertThat(reply.isOk()).as(reply.body().toString()).isTrue();
    }

    private static Client.Ended sandbox(Rig rig, String... words) {
        String[] gateway = {
            "--admin",
            rig.adminUrl(),
            "--token-file",
            rig.state().resolve("admin.token").toString()
        };
        return CommandInProcess.run(Stream.of(new String[] {"sandbox"}, words, gateway)
                .flatMap(Stream::of)
                .toArray(String[]::new));
    }
}
