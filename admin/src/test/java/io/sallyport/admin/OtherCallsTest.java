package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.RequestPart;
import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guardrails, audit, and what the gateway says of itself. */
final class OtherCallsTest {
    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void guardrailsAreReplacedAndReadBack() throws Exception {
        HttpResponse<String> put = fixture.call(
                Role.SECURITY,
                "PUT",
                "/v1/guardrails",
                "{\"rego\":{\"a.rego\":\"package x\"},\"data\":{ \"x\": [1] }}");
        assertThat(put.statusCode()).isEqualTo(200);
        assertThat(put.body())
                .isEqualTo(
                        "{\"digest\":\"cd34\",\"epoch\":4,\"status\":\"loaded\",\"dry_run\":false,\"durable\":true,\"diagnostics\":[],"
                                + "\"refused_sandboxes\":[\"sb-old\"]}");
        assertThat(fixture.control.guardrailChanges).singleElement().satisfies(change -> {
            assertThat(change.rego()).isEqualTo(Map.of("a.rego", "package x"));
            assertThat(change.data()).isEqualTo("{ \"x\": [1] }");
        });
        assertThat(fixture.get("/v1/guardrails").body())
                .isEqualTo("{\"epoch\":4,\"digest\":\"cd34\",\"revision\":\"2026-11-01\","
                        + "\"rego\":{\"a.rego\":\"package sallyport.guardrails\\n\"},"
                        + "\"data\":{\"x\":[1]}}");
    }

    @Test
    void aCandidateIsPutReadBackRemovedAndPromoted() throws Exception {
        assertThat(fixture.put("/v1/guardrails?mode=report", "{\"rego\":{\"a.rego\":\"package x\"}}")
                        .body())
                .contains("\"digest\":\"ef56\",\"status\":\"reporting\"");
        fixture.control.candidate = new GuardrailsView(0, "ef56", Map.of("a.rego", "package x"), null, null);
        assertThat(fixture.get("/v1/guardrails?mode=report").body())
                .isEqualTo("{\"epoch\":0,\"digest\":\"ef56\",\"rego\":{\"a.rego\":\"package x\"}}");
        assertThat(fixture.put("/v1/guardrails?mode=report", "{\"rego\":{}}", "If-Match", "*")
                        .statusCode())
                .as("a candidate has no version")
                .isEqualTo(400);
        assertThat(fixture.call(Role.SECURITY, "DELETE", "/v1/guardrails?mode=report", "")
                        .body())
                .contains("\"status\":\"removed\"");
        assertThat(fixture.call(Role.SECURITY, "POST", "/v1/guardrails/promote", "")
                        .body())
                .contains("\"status\":\"loaded\"");
        assertThat(fixture.control.asked).containsExactly("candidate", "no candidate", "promote");
    }

    @Test
    void guardrailsThatNeverFiredAreListedWithTheRules() throws Exception {
        assertThat(fixture.get("/v1/rules").body())
                .contains("\"rules\":[{\"rule\":\"candidate:quiet\",\"hits\":0},"
                        + "{\"rule\":\"guardrails:quiet\",\"hits\":0}]");
    }

    @Test
    void aModeIsOneOfTwoWordsAndOnlyTheCandidateIsTakenAway() throws Exception {
        assertThat(fixture.put("/v1/guardrails?mode=watch", "{\"rego\":{}}").statusCode())
                .isEqualTo(400);
        for (String query : List.of("", "?mode=enforce", "?mode=watch")) {
            assertThat(fixture.call(Role.SECURITY, "DELETE", "/v1/guardrails" + query, "")
                            .statusCode())
                    .as(query)
                    .isEqualTo(400);
        }
        assertThat(fixture.control.asked).isEmpty();
        fixture.control.nextGuardrails = new GuardrailsAnswer.NoCandidate();
        assertThat(fixture.call(Role.SECURITY, "POST", "/v1/guardrails/promote", "")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aPromotionOfAnotherCandidateIs412() throws Exception {
        String path = "/v1/guardrails/promote?digest=";
        HttpResponse<String> other = fixture.call(Role.SECURITY, "POST", path + "00", "");
        assertThat(other.statusCode()).isEqualTo(412);
        assertThat(other.body())
                .contains(
                        "MOVED_ON",
                        "the candidate is " + fixture.control.candidate().digest());
        String named = path + fixture.control.candidate().digest();
        assertThat(fixture.call(Role.SECURITY, "POST", named, "").statusCode()).isEqualTo(200);
    }

    @Test
    void aDryRunIsAskedForInWords() throws Exception {
        assertThat(fixture.put("/v1/guardrails?dry_run=true", "{\"rego\":{}}").body())
                .contains("\"status\":\"checked\",\"dry_run\":true");
        assertThat(fixture.put("/v1/guardrails?dry_run=1", "{\"rego\":{}}").statusCode())
                .isEqualTo(400);
        assertThat(fixture.control.asked).containsExactly("guardrails dry");
    }

    @Test
    void refusedGuardrailsSayWhy() throws Exception {
        fixture.control.nextGuardrails = new GuardrailsAnswer.Configured();
        assertThat(fixture.put("/v1/guardrails", "{\"rego\":{}}").statusCode()).isEqualTo(409);
        fixture.control.nextGuardrails = new GuardrailsAnswer.Refused(
                List.of(Diagnostic.ofCompiler("a.rego", 1, 1, "ALLOW_IN_GUARDRAILS", "guardrails cannot allow", null)));
        HttpResponse<String> refused = fixture.put("/v1/guardrails", "{\"rego\":{}}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("ALLOW_IN_GUARDRAILS");
        assertThat(fixture.put("/v1/guardrails", "{}").statusCode())
                .as("no rego")
                .isEqualTo(400);
        assertThat(fixture.put("/v1/guardrails", "{\"rego\":{},\"data\":[]}").statusCode())
                .isEqualTo(422);
    }

    private AuditEvent request(String sandbox, ReasonCode reason) {
        return AuditEvent.begin(fixture.audit.nextId(), fixture.clock.millis())
                .sandbox(sandbox, null, 1)
                .request(
                        RequestKind.CONNECT,
                        new RequestPart(
                                "https",
                                "a.test",
                                443,
                                "CONNECT",
                                null,
                                List.of(),
                                null,
                                null,
                                "192.0.2.1",
                                null,
                                null,
                                -1,
                                -1),
                        reason,
                        200);
    }

    private AuditEvent appended(String sandbox, ReasonCode reason) throws InterruptedException {
        var written = new CountDownLatch(1);
        AuditEvent record = request(sandbox, reason);
        fixture.audit.append(record, Runnable::run, _ -> written.countDown());
        written.await();
        return record;
    }

    @Test
    void theAuditIsAskedByFilterAndById() throws Exception {
        AuditEvent first = appended("sb-1", ReasonCode.GRANTED);
        appended("sb-2", ReasonCode.GRANTED);
        AuditEvent last = appended("sb-1", ReasonCode.CONNECT_FAILED);
        assertThat(fixture.get("/v1/audit?sandbox=sb-1").body())
                .containsSubsequence("{\"records\":[{\"v\":1", first.auditId(), last.auditId(), "\"complete\":true}")
                .doesNotContain("sb-2");
        assertThat(fixture.get("/v1/audit?limit=1").body())
                .contains(last.auditId())
                .doesNotContain(first.auditId());
        assertThat(fixture.get("/v1/audit?verdict=fail&kind=connect&reason=connect_failed&host=a.test")
                        .body())
                .contains(last.auditId())
                .doesNotContain(first.auditId());
        assertThat(fixture.get("/v1/audit?audit_id=" + first.auditId()).body())
                .contains(first.auditId())
                .doesNotContain(last.auditId());
        assertThat(fixture.get("/v1/audit?since=2026-11-18T12:00:01Z").body())
                .isEqualTo("{\"records\":[],\"complete\":true}");
        assertThat(fixture.get("/v1/audit?since=2026-11-18T12:00:00%2B00:00").body())
                .contains(first.auditId());
        for (String bad : List.of("limit=0", "limit=x", "since=yesterday", "path=/x", "v=1")) {
            assertThat(fixture.get("/v1/audit?" + bad).statusCode()).as(bad).isEqualTo(400);
        }
    }

    @Test
    void theAuditIsFollowedAsItIsWritten() throws Exception {
        try (Socket socket = fixture.connect()) {
            String request = "GET /v1/audit/stream?sandbox=sb-2 HTTP/1.1\r\nHost: localhost\r\n"
                    + AdminFixture.bearer(Role.SECURITY) + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            awaitLine(lines, ": following");
            appended("sb-1", ReasonCode.GRANTED);
            AuditEvent wanted = appended("sb-2", ReasonCode.GRANTED);
            assertThat(awaitLine(lines, "id: ")).isEqualTo("id: " + wanted.auditId());
            assertThat(awaitLine(lines, "data: "))
                    .startsWith("data: {\"v\":1,\"audit_id\":\"" + wanted.auditId())
                    .contains("\"sandbox\":\"sb-2\"");
        }
    }

    private static String awaitLine(BufferedReader lines, String start) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(start)) {
                return line;
            }
        }
        throw new AssertionError("the stream ended before " + start);
    }

    @Test
    void aFollowerThatLeavesIsForgotten() throws Exception {
        int many = AdminLimits.DEFAULTS.maxStreams() * 3;
        for (int i = 0; i < many; i++) {
            int status;
            do { // the place of the one before is free once its end was seen
                try (Socket socket = fixture.connect()) {
                    String request = "GET /v1/audit/stream HTTP/1.1\r\nHost: localhost\r\n"
                            + AdminFixture.bearer(Role.SECURITY) + "\r\n";
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                    String head = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
                    status = AdminFixture.status(head);
                }
            } while (status == 503);
            assertThat(status).isEqualTo(200);
        }
    }

    @Test
    void healthIsOpenAndTheRestIsNot() throws Exception {
        assertThat(fixture.raw("GET /healthz HTTP/1.0\r\n\r\n")).endsWith("{\"alive\":true}");
        for (String path : List.of("/readyz", "/metrics", "/openapi.json", "/v1/sandboxes")) {
            String response = fixture.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(AdminFixture.status(response)).as(path).isEqualTo(401);
        }
    }

    @Test
    void readinessSaysWhatIsMissing() throws Exception {
        assertThat(fixture.get("/readyz").body()).isEqualTo("{\"ready\":true,\"missing\":[],\"checks\":[]}");
        fixture.missing.add("guardrails");
        HttpResponse<String> answer = fixture.get("/readyz");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .isEqualTo(
                        "{\"ready\":false,\"missing\":[\"guardrails is missing\"],\"checks\":[{\"name\":\"guardrails\","
                                + "\"status\":\"failing\",\"reason\":\"guardrails is missing\"}]}");
    }

    @Test
    void verboseHealthSaysTheSameToWhoHasAToken() throws Exception {
        fixture.missing.add("audit");
        for (String query : List.of("?verbose", "?verbose=1")) {
            HttpResponse<String> answer = fixture.get("/healthz" + query);
            assertThat(answer.statusCode()).as("alive").isEqualTo(200);
            String ready = fixture.get("/readyz").body();
            assertThat(answer.body())
                    .isEqualTo("{\"alive\":true," + ready.substring(1, ready.length() - 1) + ",\"advisories\":[]}");
            String stranger = "GET /healthz" + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            assertThat(fixture.raw(stranger)).startsWith("HTTP/1.1 401").doesNotContain("audit");
        }
    }

    @Test
    void aRemovalSaysHowManyGatewaysConfirmedItWhereTheyShare() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        HttpResponse<String> alone = fixture.call(Role.OPERATOR, "DELETE", "/v1/sandboxes/sb-1", "");
        assertThat(alone.statusCode()).isEqualTo(204);
        assertThat(alone.headers().firstValue("Sallyport-Confirmed")).isEmpty();
        fixture.put("/v1/sandboxes/sb-1", "{}");
        fixture.control.confirmed = new Confirmation(3, 4);
        HttpResponse<String> shared = fixture.call(Role.OPERATOR, "DELETE", "/v1/sandboxes/sb-1", "");
        assertThat(shared.statusCode()).isEqualTo(204);
        assertThat(shared.headers().firstValue("Sallyport-Confirmed")).contains("3/4");
        assertThat(shared.body()).isEmpty();
    }

    @Test
    void whatIsInForceAndNotWrittenIsAnsweredSo() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        fixture.control.removal = Control.Removal.NOT_DURABLE;
        fixture.leases.durable = false;
        for (String path : List.of("/v1/sandboxes/sb-1", "/v1/leases/job-1")) {
            HttpResponse<String> answer = fixture.call(Role.OPERATOR, "DELETE", path, "");
            assertThat(answer.statusCode()).as(path).isEqualTo(202);
            assertThat(answer.body())
                    .startsWith("{\"durable\":false,")
                    .contains("\"NOT_DURABLE\"", "back after the restart");
        }
        HttpResponse<String> guardrails = fixture.put("/v1/guardrails", "{\"rego\":{}}");
        assertThat(guardrails.statusCode()).isEqualTo(202);
        assertThat(guardrails.body()).contains("\"durable\":false", "\"NOT_DURABLE\"");
    }

    @Test
    void metricsAreText() throws Exception {
        HttpResponse<String> answer = fixture.get("/metrics");
        assertThat(answer.body()).isEqualTo("sallyport_up 1\n");
        assertThat(answer.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
    }
}
