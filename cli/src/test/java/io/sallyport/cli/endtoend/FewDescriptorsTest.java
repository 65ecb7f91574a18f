package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A gateway in a process of its own that may open 700 files and sockets. */
class FewDescriptorsTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int STRANGERS = 900;

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final List<Socket> strangers = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket stranger : strangers) {
            stranger.close();
        }
        origin.close();
    }

    private Client serve() throws IOException {
        Path config = Files.writeString(folder.resolve("sallyport.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress: {hosts: {"yes.test:80": "%s"}}
                """.formatted(origin.hostPort()));
        var command = new ArrayList<>(List.of("bash", "-c", "ulimit -n 700; exec \"$@\"", "serve"));
        command.addAll(GatewayJvm.command("serve", "--config", config.toString()));
        return Client.start(folder, Map.of(), command);
    }

    private String curl(Map<String, String> variables) {
        List<String> command = List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://yes.test/");
        return Client.run(folder, variables, SOON, command).out();
    }

    @Test
    void strangersDoNotKeepTheNeighbourOut() throws IOException {
        try (Client serve = serve()) {
            JsonNode ready = GatewayJvm.ready(serve);
            String token = Files.readString(Path.of(ready.path("token_file").asString()));
            var admin = new AdminClient(URI.create(ready.path("admin").asString()), token.strip());
            Map<String, String> variables =
                    Rig.variables(admin.put(Rig.SB, Rig.lease("http://yes.test/**"), false, null));
            URI proxy = URI.create(ready.path("proxy").asString());
            for (int i = 0; i < STRANGERS; i++) {
                strangers.add(new Socket(proxy.getHost(), proxy.getPort()));
            }
            for (int i = 0; i < 3; i++) {
                assertThat(curl(variables)).isEqualTo("200");
            }
            assertThat(admin.list(null).status()).isEqualTo(200);
        }
    }
}
