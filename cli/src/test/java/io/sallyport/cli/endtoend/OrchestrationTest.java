package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A gateway process from the view of what starts, probes and ends it. */
class OrchestrationTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        origin.close();
    }

    private Path config(String more) throws IOException {
        return Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                health: {listen: "127.0.0.1:0"}
                state: "state"
                egress: {hosts: {"yes.test:80": "%s"}}
                %s
                """.formatted(origin.hostPort(), more));
    }

    private String probe(JsonNode ready) {
        try {
            var asked = HttpRequest.newBuilder(URI.create(ready.path("health").asString() + "/readyz"));
            var answer = http.send(asked.build(), BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        } catch (IOException e) {
            return "nobody answers";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitProbe(JsonNode ready, String answer) {
        long end = System.nanoTime() + SOON.toNanos();
        for (String now = probe(ready); !now.contains(answer); now = probe(ready)) {
            assertThat(System.nanoTime()).as(now).isLessThan(end);
        }
    }

    private static String env(JsonNode ready) throws IOException {
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        try (var admin = new AdminClient(URI.create(ready.path("admin").asString()), token)) {
            return Rig.variables(admin.put(Rig.SB, Rig.lease("http://yes.test/**"), false, null))
                    .getOrDefault("http_proxy", "");
        }
    }

    private static void signal(Client serve) throws Exception {
        new ProcessBuilder("kill", "-TERM", Long.toString(serve.pid())).start().waitFor();
    }

    @Test
    void sigtermIsToldToProbesBeforeAnythingCloses() throws Exception {
        require("curl");
        try (Client serve = GatewayJvm.serve(folder, config("drain: {delay: \"1h\"}"))) {
            JsonNode ready = GatewayJvm.ready(serve);
            awaitProbe(ready, "200 {\"ready\":true");
            String proxy = env(ready);
            signal(serve);
            awaitProbe(ready, "503 {\"ready\":false,\"missing\":[\"draining\"]");
            Client.Ended curl =
                    Client.run(folder, Map.of("http_proxy", proxy), SOON, List.of("curl", "-sS", "http://yes.test/"));
            assertThat(curl.out()).as(curl.err()).isEqualTo("hello\n");
            Client.Ended own = Client.run(
                    folder,
                    Map.of("http_proxy", proxy),
                    SOON,
                    List.of("curl", "-sS", ready.path("health").asString() + "/readyz"));
            assertThat(own.out()).as("a sandbox asks for it").doesNotContain("\"ready\"");
            signal(serve);
            Client.Ended ended = serve.await(SOON);
            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(folder.resolve("state/gateway.json")).doesNotExist();
        }
    }

    @Test
    void everyLineOfTheLogIsAJsonObjectAlsoOfAStartThatFails() throws Exception {
        Path config = config("log: {format: json}\nhandover: {wait: 0s}");
        try (Client serve = GatewayJvm.serve(folder, config)) {
            GatewayJvm.ready(serve);
            Client.Ended second =
                    Client.run(folder, Map.of(), SOON, GatewayJvm.command("serve", "--config", config.toString()));
            assertThat(second.exit()).isEqualTo(3);
            List<JsonNode> lines = second.err().lines().map(JSON::readTree).toList();
            assertThat(lines).isNotEmpty().allMatch(line -> line.hasNonNull("time"));
            assertThat(lines.getLast().path("message").asString())
                    .contains("another gateway or fetch service uses this state directory");
        }
    }
}
