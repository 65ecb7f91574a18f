package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an ARCP runtime's credential provisioner does, and what its jobs then experience. */
class LeasesTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String GRANT = "\"net.fetch\": [\"http://yes.test/**\"]";
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        origin.close();
    }

    private Rig rig() throws IOException, StartException {
        return Rig.start(folder, Map.of("yes.test:80", "127.0.0.1:" + origin.port()));
    }

    private record Reply(int status, JsonNode body) {
        String text(String... path) {
            JsonNode node = body;
            for (String name : path) {
                node = node.path(name);
            }
            return node.asString("");
        }
    }

    private Reply call(Rig rig, String method, String path, String body) throws Exception {
        String token = Files.readString(rig.state().resolve("admin.token")).strip();
        HttpRequest request = HttpRequest.newBuilder(URI.create(rig.adminUrl() + "/v1/" + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .timeout(SOON)
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        return new Reply(answer.statusCode(), JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body()));
    }

    private Reply put(Rig rig, String id, String lease) throws Exception {
        return call(rig, "PUT", "leases/" + id, "{\"lease\": {" + lease + "}}");
    }

    private static String child(String lease) {
        return "{\"lease\": {" + lease + "}, \"parent\": \"job\"}";
    }

    private Reply spend(Rig rig, String id, String value) throws Exception {
        return call(
                rig,
                "POST",
                "leases/" + id + "/metrics",
                "{\"name\": \"cost.model\", \"unit\": \"USD\", \"value\": " + value + "}");
    }

    /** Returns the first line of the proxy's answer to the holder of {@code value}. */
    private static String get(Rig rig, String value) throws IOException {
        try (RawClient client = RawClient.open(rig.proxyUrl())) {
            client.say("GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\nProxy-Authorization: Bearer " + value
                    + "\r\n\r\n");
            return client.hearAnswer().lines().findFirst().orElse("");
        }
    }

    @Test
    void aLeaseIsTakenOnceAndItsCredentialOpensTheProxyOnly() throws Exception {
        try (Rig rig = rig()) {
            Reply first = call(
                    rig,
                    "PUT",
                    "leases/job",
                    "{\"lease\": {" + GRANT + "}, \"subject\": {\"job_id\": \"j1\", \"agent\": \"writer@1\"}}");
            assertThat(first.status()).isEqualTo(201);
            String value = first.text("credential", "value");
            assertThat(get(rig, value)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(rig.lastRequest().path("run").asString()).isEqualTo("j1");

            Reply same = call(
                    rig,
                    "PUT",
                    "leases/job",
                    "{\"subject\": {\"agent\": \"writer@1\", \"job_id\": \"j1\"}, \"lease\":{ " + GRANT + " }}");
            assertThat(same.status()).isEqualTo(200);
            assertThat(same.body().path("credential").has("value")).isFalse();
            Reply other = put(rig, "job", "\"net.fetch\": [\"**\"]");
            assertThat(other.status()).isEqualTo(409);
            assertThat(other.text("code")).isEqualTo("LEASE_TAKEN");

            String second = call(rig, "POST", "leases/job/rotate", "").text("credential", "value");
            assertThat(get(rig, value)).isEqualTo("HTTP/1.1 407 Denied: no_identity");
            assertThat(get(rig, second)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(call(rig, "GET", "leases/job", "").body().toString()).doesNotContain(value, second);
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).doesNotContain(value, second);
            assertThat(Files.readString(rig.state().resolve("sandboxes/job.json")))
                    .doesNotContain(value, second);
        }
    }

    @Test
    void aLeaseAndASandboxShareOneNameSpace() throws Exception {
        try (Rig rig = rig()) {
            put(rig, "job", GRANT);
            rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(put(rig, "sb-1", GRANT).text("code")).isEqualTo("OTHER_KIND");
            assertThat(call(rig, "PUT", "sandboxes/job", "{}").text("code")).isEqualTo("OTHER_KIND");
            assertThat(call(rig, "DELETE", "leases/sb-1", "").status()).isEqualTo(409);
            assertThat(call(rig, "POST", "leases/sb-1/rotate", "").status()).isEqualTo(409);
            assertThat(call(rig, "GET", "leases/sb-1", "").status()).isEqualTo(404);
            assertThat(call(rig, "GET", "sandboxes/job", "").status()).isEqualTo(200);
        }
    }

    @Test
    void aLeaseThatIsRefusedIsNotStored() throws Exception {
        try (Rig rig = rig()) {
            assertThat(put(rig, "job", "\"net.fetch\": [\"ftp:x\"]").status()).isEqualTo(422);
            assertThat(put(rig, "job", "\"cost.budget\": [\"USD:-1\"]").status())
                    .isEqualTo(422);
            assertThat(call(rig, "GET", "leases/job", "").status()).isEqualTo(404);
            assertThat(put(rig, "job", GRANT).status()).isEqualTo(201);
            Reply wider = call(rig, "PUT", "leases/child", child("\"net.fetch\": [\"http://**\"]"));
            assertThat(wider.status()).isEqualTo(422);
            assertThat(wider.text("code")).isEqualTo("LEASE_SUBSET_VIOLATION");
            assertThat(call(rig, "GET", "leases/child", "").status()).isEqualTo(404);
        }
    }

    @Test
    void whatIsReportedIsCountedExactlyAndKept() throws Exception {
        try (Rig rig = rig()) {
            String value =
                    put(rig, "job", GRANT + ", \"cost.budget\": [\"USD:1.00\"]").text("credential", "value");
            for (String worthless : List.of("0", "-1", "\"0.5\"", "null", "true", "[0.5]")) {
                assertThat(spend(rig, "job", worthless).body().path("counted").asBoolean())
                        .as(worthless)
                        .isFalse();
            }
            assertThat(spend(rig, "job", "NaN").status()).isEqualTo(400);
            assertThat(spend(rig, "job", "0.1").text("remaining", "USD")).isEqualTo("0.90");
            assertThat(spend(rig, "job", "2e-1").text("remaining", "USD")).isEqualTo("0.70");
            rig.restart();
            assertThat(call(rig, "GET", "leases/job", "").text("remaining", "USD"))
                    .isEqualTo("0.70");
            assertThat(get(rig, value)).isEqualTo("HTTP/1.1 200 OK");
            assertThat(spend(rig, "job", "0.71").text("state")).isEqualTo("exhausted");
            assertThat(get(rig, value)).isEqualTo("HTTP/1.1 402 Limited: budget_exhausted");
            assertThat(call(rig, "GET", "leases/job", "").text("remaining", "USD"))
                    .isEqualTo("-0.01");
        }
    }

    @Test
    void aChildsEffectiveLeaseHasTheLimitsThatItLeavesOut() throws Exception {
        try (Rig rig = rig()) {
            call(
                    rig,
                    "PUT",
                    "leases/job",
                    "{\"lease\": {\"model.use\": [\"gpt-4*\"], \"cost.budget\": [\"USD:2\"]},"
                            + " \"lease_constraints\": {\"expires_at\": \"2130-01-01T00:00:00Z\"}}");
            for (String constraints : List.of("null", "{}")) {
                String id = "child-" + constraints.length();
                Reply reply = call(
                        rig,
                        "PUT",
                        "leases/" + id,
                        "{\"lease\": {}, \"lease_constraints\": " + constraints + ", \"parent\": \"job\"}");
                assertThat(reply.status()).isEqualTo(201);
                assertThat(reply.body().path("effective").path("lease").toString())
                        .isEqualTo("{\"model.use\":[\"gpt-4*\"]}");
                assertThat(reply.text("effective", "lease_constraints", "expires_at"))
                        .isEqualTo("2130-01-01T00:00:00Z");
                assertThat(reply.text("remaining", "USD")).isEqualTo("2");
            }
            assertThat(spend(rig, "child-2", "2").text("state")).isEqualTo("exhausted");
            assertThat(call(rig, "GET", "leases/child-4", "").text("state")).isEqualTo("exhausted");
            assertThat(call(rig, "GET", "leases/job", "").text("state")).isEqualTo("exhausted");
        }
    }

    @Test
    void manyReportsAtOnceAreAllCountedAndKept() throws Exception {
        try (Rig rig = rig()) {
            put(rig, "job", "\"cost.budget\": [\"USD:10\"]");
            call(rig, "PUT", "leases/child", child(""));
            List<CompletableFuture<Reply>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return spend(rig, "child", "0.01");
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            for (CompletableFuture<Reply> one : all) {
                assertThat(one.join().status()).isEqualTo(200);
            }
            rig.restart();
            assertThat(call(rig, "GET", "leases/job", "").text("remaining", "USD"))
                    .isEqualTo("9.60");
        }
    }

    @Test
    void revokingEndsAllBelowForGoodAndCutsWhatRuns() throws Exception {
        try (Rig rig = rig();
                RawClient uploading = RawClient.open(rig.proxyUrl())) {
            put(rig, "job", GRANT + ", \"cost.budget\": [\"USD:1.00\"]");
            String value = call(rig, "PUT", "leases/child", child(GRANT)).text("credential", "value");
            uploading.say("POST http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\nContent-Length: 100\r\n"
                    + "Proxy-Authorization: Bearer " + value + "\r\n\r\nhalf");
            origin.awaitConnections(1, SOON);

            assertThat(call(rig, "DELETE", "leases/job", "").status()).isEqualTo(204);
            uploading.awaitEnd();
            assertThat(get(rig, value)).isEqualTo("HTTP/1.1 407 Denied: no_identity");
            for (String id : List.of("job", "child")) {
                assertThat(call(rig, "GET", "leases/" + id, "").text("state")).isEqualTo("revoked");
                assertThat(call(rig, "DELETE", "leases/" + id, "").status()).isEqualTo(204);
            }
            rig.restart();
            assertThat(get(rig, value)).isEqualTo("HTTP/1.1 407 Denied: no_identity");
            for (String id : List.of("job", "child")) {
                assertThat(call(rig, "GET", "leases/" + id, "").text("state")).isEqualTo("revoked");
                assertThat(put(rig, id, GRANT).text("code")).isEqualTo("LEASE_REVOKED");
                assertThat(call(rig, "PUT", "sandboxes/" + id, "{}").status()).isEqualTo(409);
                assertThat(spend(rig, id, "1").status()).isEqualTo(409);
            }
        }
    }

    @Test
    void whatIsLeftIsToldInTheAuditAndTheMetrics() throws Exception {
        try (Rig rig = rig()) {
            put(rig, "job", "\"cost.budget\": [\"USD:1.00\"]");
            spend(rig, "job", "0.5");
            String token = Files.readString(rig.state().resolve("admin.token")).strip();
            HttpRequest scrape = HttpRequest.newBuilder(URI.create(rig.adminUrl() + "/metrics"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            assertThat(http.send(scrape, BodyHandlers.ofString()).body())
                    .contains("sallyport_cost_budget_remaining{currency=\"USD\",sandbox=\"job\"} 0.5");
            spend(rig, "job", "0.5");
            rig.stop();
            List<JsonNode> told = rig.records("lifecycle");
            assertThat(told).isNotEmpty();
            assertThat(told.getLast().path("reason").asString()).isEqualTo("budget_exhausted");
            assertThat(told.getLast().path("detail").asString()).isEqualTo("cost.budget.remaining 0.00 USD");
            rig.restartAfterStop();
        }
    }
}
