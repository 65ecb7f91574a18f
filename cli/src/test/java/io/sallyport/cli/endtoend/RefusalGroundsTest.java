package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a refused sandbox is told, and what the audit stores: all objections, and the lease. */
class RefusalGroundsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final SandboxId JOB = new SandboxId("job");
    private static final String LEASE = """
            {"lease": {"net.fetch": ["http://yes.test/**"], "tool.call": ["web.*"], "cost.budget": ["USD:1.00", "EUR:9"]}}""";

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void close() {
        origin.close();
    }

    /** A gateway with a lease, and its credential. */
    private record Leased(Rig rig, String value) implements AutoCloseable {
        JsonNode admin(String method, String path, String body) throws IOException {
            return rig.admin()
                    .send(method, "/v1/" + path, JSON.readTree(body), Map.of())
                    .body();
        }

        void spend(String currency, String amount) throws IOException {
            admin(
                    "POST",
                    "leases/job/metrics",
                    "{\"name\": \"cost.x\", \"unit\": \"" + currency + "\", \"value\": " + amount + "}");
        }

        /** Returns the body of the answer to a request through the proxy. */
        JsonNode ask(String head, String body) throws IOException {
            try (RawClient client = RawClient.open(rig.proxyUrl())) {
                client.say(head + "\r\nProxy-Authorization: Bearer " + value + "\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body);
                String answer = client.hearAnswer();
                return JSON.readTree(answer.substring(answer.indexOf("\r\n\r\n")));
            }
        }

        JsonNode get(String host) throws IOException {
            return ask("GET http://" + host + "/a?token=s3cret HTTP/1.1\r\nHost: " + host, "");
        }

        JsonNode check(String question) throws IOException {
            return ask("POST http://sallyport.internal/v1/check HTTP/1.1\r\nHost: sallyport.internal", question);
        }

        @Override
        public void close() {
            rig.close();
        }
    }

    private Leased leased() throws IOException, StartException {
        Rig rig = Rig.start(folder, Map.of("yes.test:80", "127.0.0.1:" + origin.port()));
        JsonNode put = rig.admin()
                .send("PUT", "/v1/leases/" + JOB, JSON.readTree(LEASE), Map.of())
                .body();
        return new Leased(rig, put.path("credential").path("value").asString());
    }

    @Test
    void aRefusalNamesItsLeaseAndAllThatApplies() throws IOException, StartException {
        try (Leased job = leased()) {
            job.spend("USD", "1.01");
            JsonNode refused = job.get("no.test");
            assertThat(refused.path("reason").asString()).isEqualTo("no_grant");
            assertThat(refused.path("lease_id").asString()).isEqualTo("job");
            assertThat(refused.path("reasons")).isEqualTo(JSON.readTree("""
                    [{"code": "PERMISSION_DENIED", "reason": "no_grant", "capability": "net.fetch", "target": "http://no.test/a"},
                     {"code": "BUDGET_EXHAUSTED", "reason": "budget_exhausted", "capability": "net.fetch",
                      "target": "http://no.test/a", "pattern": "USD"}]"""));
            JsonNode record = job.rig().lastRequest();
            assertThat(record.path("lease_id").asString()).isEqualTo("job");
            assertThat(record.path("reasons")).isEqualTo(JSON.readTree("[\"no_grant\", \"budget_exhausted\"]"));
            assertThat(record.path("remaining")).isEqualTo(JSON.readTree("{\"USD\": \"-0.01\"}"));
            assertThat(record.toString()).doesNotContain("s3cret");
        }
    }

    @Test
    void whatIsLetThroughIsRecordedWithLeaseAndPattern() throws IOException, StartException {
        try (Leased job = leased()) {
            try (RawClient client = RawClient.open(job.rig().proxyUrl())) {
                client.say("GET http://yes.test/ HTTP/1.1\r\nHost: yes.test\r\nProxy-Authorization: Bearer "
                        + job.value() + "\r\n\r\n");
                assertThat(client.hearAnswer()).startsWith("HTTP/1.1 200");
            }
            JsonNode record = job.rig().lastRequest();
            assertThat(record.path("lease_id").asString()).isEqualTo("job");
            assertThat(record.path("pattern").asString()).isEqualTo("http://yes.test/**");
            assertThat(record.has("reasons")).isFalse();
            assertThat(record.has("remaining")).isFalse();
        }
    }

    @Test
    void aRefusedQuestionNamesThemTooAndStandsAmongTheDenials() throws IOException, StartException {
        try (Leased job = leased()) {
            job.spend("EUR", "9");
            JsonNode refused = job.check("{\"tool\": \"shell.run\"}");
            assertThat(refused.path("reasons").findValuesAsString("reason"))
                    .containsExactly("phase_violation", "no_grant", "budget_exhausted");
            assertThat(refused.path("reasons").path(1)).isEqualTo(JSON.readTree("""
                    {"code": "PERMISSION_DENIED", "reason": "no_grant", "capability": "tool.call", "target": "shell.run"}"""));
            JsonNode denials =
                    job.ask("GET http://sallyport.internal/v1/denials HTTP/1.1\r\nHost: sallyport.internal", "");
            JsonNode last = denials.path("denials").path(0).path("refusal");
            assertThat(last.path("reason").asString()).isEqualTo("phase_violation");
            assertThat(last.path("reasons")).isEqualTo(refused.path("reasons"));
            assertThat(last.path("audit_id")).isEqualTo(refused.path("audit_id"));
            JsonNode record = job.rig().records("tool").getLast();
            assertThat(record.path("remaining")).isEqualTo(JSON.readTree("{\"EUR\": \"0\"}"));
        }
    }
}
