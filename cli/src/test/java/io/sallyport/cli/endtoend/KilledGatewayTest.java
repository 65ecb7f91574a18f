package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A gateway process that is killed (SIGKILL), and what its state then says about spending. */
class KilledGatewayTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int REQUESTS = 400;
    private static final int BURST = 25;

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void close() {
        origin.close();
    }

    private Client serve() throws IOException {
        Path config = Files.writeString(folder.resolve("sallyport.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress: {hosts: {"yes.test:80": "%s"}}
                """.formatted(origin.hostPort()));
        return GatewayJvm.serve(folder, config);
    }

    private static void kill(Client serve) {
        ProcessHandle.of(serve.pid()).orElseThrow().destroyForcibly();
        assertThat(serve.await(SOON).exit()).isEqualTo(137);
    }

    private static AdminClient admin(JsonNode ready) throws IOException {
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        return new AdminClient(URI.create(ready.path("admin").asString()), token);
    }

    private static JsonNode call(AdminClient admin, String method, String path, String body) throws IOException {
        AdminClient.Reply reply =
                admin.send(method, "/v1/leases/" + path, body.isEmpty() ? null : JSON.readTree(body), Map.of());
        assertThat(reply.status()).as(reply.body().toString()).isIn(200, 201);
        return reply.body();
    }

    private static void put(AdminClient admin, String id, String budget, String more) throws IOException {
        String lease = "\"net.fetch\": [\"http://yes.test/**\"], \"cost.budget\": [" + budget + "]";
        call(admin, "PUT", id, "{\"lease\": {" + lease + "}" + more + "}");
    }

    private static BigDecimal left(AdminClient admin, String id, String currency) throws IOException {
        return new BigDecimal(
                call(admin, "GET", id, "").path("remaining").path(currency).asString());
    }

    @Test
    void nothingThatWasAcknowledgedIsGivenBack() throws IOException {
        try (Client serve = serve()) {
            AdminClient admin = admin(GatewayJvm.ready(serve));
            put(admin, "team", "\"USD:100\"", "");
            put(admin, "writer", "\"USD:60\"", ", \"parent\": \"team\"");
            for (int i = 0; i < 50; i++) {
                JsonNode taken = call(
                        admin, "POST", "writer/metrics", "{\"name\": \"cost.x\", \"unit\": \"USD\", \"value\": 0.37}");
                assertThat(taken.path("counted").asBoolean()).isTrue();
            }
            kill(serve);
        }
        try (Client serve = serve()) {
            AdminClient admin = admin(GatewayJvm.ready(serve));
            assertThat(left(admin, "writer", "USD")).isEqualByComparingTo("41.50");
            assertThat(left(admin, "team", "USD"))
                    .as("100 less the 60 set aside")
                    .isEqualByComparingTo("40");
        }
    }

    /**
     * A crash costs what was written ahead, a twentieth, and refunds at most what was spent during the time of one
     * write (docs/decisions/state-on-disk.md).
     */
    @Test
    void ofWhatTheGatewayMeasuresACrashCostsATwentiethAtMost() throws IOException {
        try (Client serve = serve()) {
            JsonNode ready = GatewayJvm.ready(serve);
            AdminClient admin = admin(ready);
            String lease = "\"net.fetch\": [\"http://yes.test/**\"], \"cost.budget\": [\"requests:" + REQUESTS + "\"]";
            String value = call(admin, "PUT", "job", "{\"lease\": {" + lease + "}}")
                    .path("credential")
                    .path("value")
                    .asString();
            String proxy = ready.path("proxy").asString();
            get(proxy, value);
            int covered = 1;
            long end = System.nanoTime() + SOON.toNanos();
            while (written().signum() == 0) {
                assertThat(System.nanoTime()).as("written while it runs").isLessThan(end);
            }
            BigDecimal atLeast = written();
            for (int i = 0; i < BURST; i++) {
                get(proxy, value);
            }
            BigDecimal before = left(admin, "job", "requests");
            assertThat(before).isEqualByComparingTo(String.valueOf(REQUESTS - covered - BURST));
            kill(serve);
            BigDecimal after;
            try (Client again = serve()) {
                after = left(admin(GatewayJvm.ready(again)), "job", "requests");
            }
            assertThat(before.subtract(after))
                    .as("lost to the sandbox")
                    .isLessThanOrEqualTo(new BigDecimal(REQUESTS / 20));
            assertThat(after)
                    .as("given back: no more than what came after the last write beyond what it had ahead")
                    .isLessThanOrEqualTo(new BigDecimal(REQUESTS).subtract(atLeast));
        }
    }

    /** Returns the spending in the state; zero if nothing was written. */
    private BigDecimal written() throws IOException {
        Path file = folder.resolve("state/spent/job.json");
        return Files.exists(file)
                ? new BigDecimal(JSON.readTree(Files.readString(file))
                        .path("spent")
                        .path("requests")
                        .asString("0"))
                : BigDecimal.ZERO;
    }

    private static void get(String proxyUrl, String value) throws IOException {
        try (RawClient client = RawClient.open(proxyUrl)) {
            client.say("GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\nProxy-Authorization: Bearer " + value
                    + "\r\n\r\n");
            assertThat(client.hearAnswer()).startsWith("HTTP/1.1 200");
        }
    }
}
