package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Client;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The first policy of a process that reports ready: everything it needs is loaded already, and the loading left no
 * traces.
 */
class FirstPolicyTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    /**
     * Some classes that only a gateway with listeners loads. A warm-up that omitted the control API left 155 to a
     * lease, and twice as many to others.
     */
    private static final int FEW = 60;

    private static final List<SandboxDocuments> KINDS = List.of(
            Rig.lease("http://yes.test/**", "https://*.yes.test/v1/*/b"),
            policy("""
                    version: 1
                    network_policies:
                      a:
                        endpoints:
                          - {host: yes.test, port: 80, protocol: rest, access: read-only}
                          - {host: "*.yes.test", port: 443, protocol: rest, rules: [{allow: {method: GET, path: "/v1/*"}}]}
                    """),
            harness("agent: agents/fix.md\nrole: fixer\n"));

    @TempDir
    Path folder = Path.of("");

    private static SandboxDocuments policy(String yaml) {
        return SandboxDocuments.builder().policy(yaml).build();
    }

    private static SandboxDocuments harness(String yaml) {
        return SandboxDocuments.builder().harness(yaml).build();
    }

    @Test
    void whatTheFirstPolicyOfEachKindNeedsIsLoadedBeforeReady() throws Exception {
        Path classes = folder.resolve("classes.log");
        try (Client serve = serve("-Xlog:class+load:file=" + classes)) {
            JsonNode ready = GatewayJvm.ready(serve);
            awaitReady(ready);
            try (AdminClient admin = admin(ready)) {
                assertThat(admin.list(null).status()).as("opens the connection").isEqualTo(200);
                for (int i = 0; i < KINDS.size(); i++) {
                    long before = lines(classes);
                    AdminClient.Reply reply = admin.put(new SandboxId("sb-" + i), KINDS.get(i), false, null);
                    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
                    assertThat(lines(classes) - before)
                            .as("classes loaded by policy %d", i)
                            .isLessThan(FEW);
                }
            }
        }
    }

    @Test
    void nothingIsLeftOfWhatLoadedIt() throws Exception {
        try (Client serve = serve("-Xshare:auto")) {
            JsonNode ready = GatewayJvm.ready(serve);
            awaitReady(ready);
            try (AdminClient admin = admin(ready)) {
                assertThat(admin.list(null).body().path("sandboxes").isEmpty()).isTrue();
                JsonNode records =
                        admin.send("GET", "/v1/audit?limit=100", null, Map.of()).body();
                assertThat(records.toString()).doesNotContain("warm");
            }
            assertThat(metrics(ready))
                    .contains("sallyport_")
                    .doesNotContain("warm")
                    .doesNotContainPattern("sallyport_(sandboxes|requests_total\\{.*}) [1-9]");
            assertThat(folder.resolve("state/audit.jsonl")).content().doesNotContain("warm");
            for (String part : List.of("sandboxes", "ca", "spent", "skills", "fetched", "revoked")) {
                assertThat(folder.resolve("state").resolve(part)).isEmptyDirectory();
            }
            assertThat(folder.resolve("state/floor.json")).doesNotExist();
            serve.terminate();
            Client.Ended ended = serve.await(SOON);
            assertThat(ended.err()).doesNotContain("WARN", "ERROR");
        }
    }

    private Client serve(String option) throws IOException {
        Path config = Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                health: {listen: "127.0.0.1:0", metrics: true}
                audit: {store: {enabled: false}} # its thread loads classes of its own, meanwhile
                state: "state"
                """);
        List<String> command = GatewayJvm.command("serve", "--config", config.toString());
        command.add(1, option);
        return Client.start(folder, Map.of(), command);
    }

    private static void awaitReady(JsonNode ready) throws Exception {
        long end = System.nanoTime() + SOON.toNanos();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (!probe(http, ready, "/readyz").startsWith("200")) {
                assertThat(System.nanoTime()).as("ready").isLessThan(end);
            }
        }
    }

    private static String metrics(JsonNode ready) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return probe(http, ready, "/metrics");
        }
    }

    private static String probe(HttpClient http, JsonNode ready, String path) throws Exception {
        var asked = HttpRequest.newBuilder(URI.create(ready.path("health").asString() + path));
        var answer = http.send(asked.build(), BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private static AdminClient admin(JsonNode ready) throws IOException {
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        return new AdminClient(URI.create(ready.path("admin").asString()), token);
    }

    private static long lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }
}
