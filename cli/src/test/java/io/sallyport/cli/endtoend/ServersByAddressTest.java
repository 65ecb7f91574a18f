package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** If the operator opens the loopback address, servers of other sandboxes stay closed. */
class ServersByAddressTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aHostThatLeadsToTheLoopbackAddressLeadsToNoServer() throws Exception {
        RequireTool.require("curl");
        ServerPrograms.in(folder);
        String servers = "api_servers: {directories: [\"programs\"], " + ServerPrograms.PATIENT + "}";
        try (Rig rig = Rig.start(folder, Map.of("mine.test", "127.0.0.1"), servers)) {
            String url = "http://mine.test:" + port(ServerPrograms.put(rig, Rig.SB, null)) + "/healthz";
            Map<String, String> other = rig.grant(Rig.OTHER, "http://mine.test:*/**");
            assertThat(get(rig, other, url)).contains("self_connection");
            assertThat(rig.admin().delete(Rig.SB).status()).isEqualTo(204);
            assertThat(get(rig, other, url))
                    .as("nothing listens there any more")
                    .contains("connect_failed");
        }
    }

    private static int port(ProcessHandle server) {
        List<String> words = List.of(server.info().arguments().orElseThrow());
        return Integer.parseInt(words.get(words.indexOf("--port") + 1));
    }

    private static String get(Rig rig, Map<String, String> environment, String url) {
        return rig.run(environment, "curl", "-s", "--noproxy", "", url).out();
    }
}
