package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is reported while the file of the audit log cannot be written, because a directory has its name. */
class FailingAuditTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String FAILING = "the audit log cannot be written: the audit file is not a regular file";

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void close() {
        origin.close();
    }

    private Rig rig(String onFailure) throws Exception {
        String more = "audit: {on_failure: \"%s\"}\n".formatted(onFailure);
        return Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), more);
    }

    @Test
    void whereTrafficIsRefusedMetricsAndReadinessTellOfIt() throws Exception {
        try (Rig rig = rig("refuse")) {
            String client = grant(rig);
            assertThat(get(rig, client)).isEqualTo(200);
            assertThat(rig.metrics()).contains("sallyport_audit_failing 0.0\n", "sallyport_audit_lost_total 0.0\n");
            breakAudit(rig, client);
            assertThat(get(rig, client)).isEqualTo(503);
            assertFailing(rig);
            mend(rig);
            assertThat(get(rig, client)).isEqualTo(200);
        }
    }

    @Test
    void whereTrafficGoesOnTheyTellOfItToo() throws Exception {
        try (Rig rig = rig("continue")) {
            String client = grant(rig);
            breakAudit(rig, client);
            assertThat(get(rig, client)).isEqualTo(200);
            assertFailing(rig);
            mend(rig);
            assertThat(get(rig, client)).isEqualTo(200);
        }
    }

    private static void assertFailing(Rig rig) throws IOException {
        AdminClient.Reply ready = rig.admin().send("GET", "/readyz", null, Map.of());
        assertThat(ready.status()).isEqualTo(503);
        assertThat(check(ready.body())).isEqualTo("failing: " + FAILING);
        AdminClient.Reply health = rig.admin().send("GET", "/healthz?verbose", null, Map.of());
        assertThat(health.status()).isEqualTo(200);
        assertThat(check(health.body())).isEqualTo("failing: " + FAILING);
        assertThat(value(rig, "queued_records")).isPositive();
        assertThat(value(rig, "queued_bytes")).isPositive();
        assertThat(value(rig, "lag_seconds")).isPositive();
    }

    /** Replaces the file by a directory, and returns when the log has noticed. */
    private static void breakAudit(Rig rig, String client) throws IOException {
        Path file = rig.state().resolve("audit.jsonl");
        Files.delete(file);
        Files.createDirectory(file);
        long end = System.nanoTime() + SOON.toNanos();
        while (value(rig, "failing") == 0) {
            whateverComes(rig, client);
            assertThat(System.nanoTime()).as("still not noticed").isLessThan(end);
        }
    }

    /** The answer of the request that meets the fault may be cut off. */
    private static void whateverComes(Rig rig, String client) {
        try {
            get(rig, client);
        } catch (IOException _) {
            // that request
        }
    }

    /** Makes the log writable, and returns when it has been written. */
    private static void mend(Rig rig) throws IOException {
        double written = value(rig, "written_total");
        Files.delete(rig.state().resolve("audit.jsonl"));
        long end = System.nanoTime() + SOON.toNanos();
        while (value(rig, "failing") == 1) {
            assertThat(System.nanoTime()).as("still failing").isLessThan(end);
        }
        AdminClient.Reply ready = rig.admin().send("GET", "/readyz", null, Map.of());
        assertThat(ready.status()).isEqualTo(200);
        assertThat(check(ready.body())).isEqualTo("ok: ");
        assertThat(value(rig, "written_total")).as("what was held is written").isGreaterThan(written);
        assertThat(value(rig, "lost_total")).isZero();
    }

    private static String check(JsonNode body) {
        for (JsonNode check : body.path("checks")) {
            if (check.path("name").asString().equals("audit")) {
                return check.path("status").asString() + ": "
                        + check.path("reason").asString("");
            }
        }
        return "no such check: " + body;
    }

    private static double value(Rig rig, String name) throws IOException {
        String prefix = "sallyport_audit_" + name + " ";
        return rig.metrics()
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(prefix.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metric " + prefix));
    }

    private static String grant(Rig rig) throws IOException {
        Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
        String identity = URI.create(variables.getOrDefault("HTTP_PROXY", variables.getOrDefault("http_proxy", "")))
                .getUserInfo();
        return Base64.getEncoder().encodeToString(identity.getBytes(StandardCharsets.UTF_8));
    }

    private static int get(Rig rig, String client) throws IOException {
        try (RawClient raw = RawClient.open(rig.proxyUrl())) {
            raw.say("GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\nProxy-Authorization: Basic " + client
                    + "\r\n\r\n");
            return Integer.parseInt(raw.hearAnswer().substring(9, 12));
        }
    }
}
