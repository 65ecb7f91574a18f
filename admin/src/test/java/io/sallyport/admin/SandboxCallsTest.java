package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Precondition;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SandboxCallsTest {
    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void anExplanationKeepsFaultsFromThoseWhoMayNotReadGuardrails() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        String url = "/v1/sandboxes/sb-1/explain";
        String asked = "{\"method\":\"PUT\",\"url\":\"HTTPS://H:443/a/../b?q=secret\"}";
        assertThat(fixture.call(Role.RUNNER, "POST", url, asked).body())
                .contains("\"path\":\"/b\"", "\"fault\":null")
                .doesNotContain("secret");
        assertThat(fixture.call(Role.SECURITY, "POST", url, asked).body()).contains("\"fault\":\"a fault\"");
        assertThat(fixture.control.asked).contains("explain sb-1 http PUT https://h/b");
    }

    @Test
    void whatCannotBeExplainedIsTold() throws Exception {
        assertThat(fixture.call(Role.OPERATOR, "POST", "/v1/sandboxes/none/explain", "{\"url\":\"https://h/\"}")
                        .statusCode())
                .isEqualTo(404);
        for (String body : List.of(
                "{}",
                "{\"url\":\"https://u@h/\"}",
                "{\"url\":\"https://h/\",\"method\":\"G T\"}",
                "[]",
                "{\"url\":\"https://h/\",\"url\":\"https://i/\"}")) {
            assertThat(fixture.call(Role.OPERATOR, "POST", "/v1/sandboxes/none/explain", body)
                            .statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(fixture.call(Role.OPERATOR, "POST", "/v1/sandboxes/none/explain", "{\"uri\":\"x\"}")
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void aPutNamesTheListenerThatItsVariablesName() throws Exception {
        assertThat(fixture.put("/v1/sandboxes/sb-1?proxy=socks", "{}").body())
                .contains("\"ALL_PROXY\":\"socks5h://sb-1:tok%2Fen%2B1@127.0.0.1:1080\"")
                .doesNotContain("HTTPS_PROXY");
        assertThat(fixture.put("/v1/sandboxes/sb-socks?proxy=socks", "{}").body())
                .as("a port of its own")
                .contains("@127.0.0.1:1081\"");
        for (String word : List.of("tls", "SOCKS", "ftp", "")) {
            assertThat(fixture.put("/v1/sandboxes/sb-2?proxy=" + word, "{}").statusCode())
                    .as(word)
                    .isEqualTo(400);
        }
        assertThat(fixture.control.asked).noneMatch(asked -> asked.contains("sb-2"));
    }

    @Test
    void creationAnswersWithEverythingASandboxNeeds() throws Exception {
        HttpResponse<String> answer =
                fixture.put("/v1/sandboxes/sb-1", "{\"run\":\"run-7\",\"labels\":{\"team\":\"docs\"}}");
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("etag")).contains("\"1\"");
        assertThat(answer.headers().firstValue("cache-control")).contains("no-store");
        String proxy = "http://sb-1:tok%2Fen%2B1@127.0.0.1:3128";
        assertThat(answer.body())
                .isEqualTo("{\"id\":\"sb-1\",\"generation\":1,\"digest\":\"ab12\",\"status\":\"loaded\","
                        + "\"phase\":\"planning\",\"run\":\"run-7\",\"labels\":{\"team\":\"docs\"},"
                        + "\"expires_at\":\"2026-12-01T00:00:00Z\",\"parent\":\"parent-1\","
                        + "\"workspace\":\"docs\",\"allowed\":[\"https://api.github.com/**\"],"
                        + "\"counters\":{\"allowed\":2,\"denied\":1},\"budgets\":{\"USD\":\"0.70\"},"
                        + "\"diagnostics\":[{\"severity\":\"warning\",\"file\":\"lease\",\"line\":1,\"column\":2,"
                        + "\"code\":\"NOT_ASKED_FOR\",\"message\":\"nothing asks for tool.call yet\"}],"
                        + "\"proxy\":{\"url\":\"http://127.0.0.1:3128\",\"username\":\"sb-1\"},"
                        + "\"ca_pem\":\"-----BEGIN CERTIFICATE-----\\n\","
                        + "\"fetch\":{\"url\":\"http://sallyport.internal/fetch\",\"token\":\"fetch-token\"},"
                        + "\"token\":\"tok/en+1\",\"env\":{\"FULLSEND_FETCH_TOKEN\":\"fetch-token\",\"FULLSEND_FETCH_URL\":\"http://sallyport.internal/fetch\","
                        + "\"HTTPS_PROXY\":\"" + proxy + "\",\"HTTP_PROXY\":\""
                        + proxy + "\",\"NO_PROXY\":\"localhost,127.0.0.1,::1\",\"http_proxy\":\"" + proxy
                        + "\",\"https_proxy\":\"" + proxy
                        + "\",\"no_proxy\":\"localhost,127.0.0.1,::1\"},\"files\":[{\"variable\":\"NETRC\",\"value\":\"{file}\","
                        + "\"name\":\".netrc\",\"text\":\"password abc\\n\"}]}");
    }

    @Test
    void tokensAreShownAtCreationAndRotationOnly() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        HttpResponse<String> replaced = fixture.put("/v1/sandboxes/sb-1", "{}");
        assertThat(replaced.statusCode()).isEqualTo(200);
        assertThat(replaced.body()).doesNotContain("token", "env", "tok/en", "files");
        assertThat(fixture.get("/v1/sandboxes/sb-1").body()).doesNotContain("token", "env");
        assertThat(fixture.get("/v1/sandboxes").body()).doesNotContain("token", "env");
        HttpResponse<String> rotated = fixture.put("/v1/sandboxes/sb-1?rotate=token", "{}");
        assertThat(rotated.body()).contains("\"token\":\"tok/en+1\"", "\"env\":{");
        assertThat(fixture.control.changes)
                .extracting(Control.SandboxChange::rotateToken)
                .containsExactly(false, false, true);
        assertThat(fixture.put("/v1/sandboxes/sb-1?rotate=yes", "{}").statusCode())
                .isEqualTo(400);
        assertThat(String.join("", fixture.records())).doesNotContain("tok/en", "fetch-token");
    }

    @Test
    void documentsArriveAsTheyWereGiven() throws Exception {
        String lease = "{ \"net.fetch\": [\"https://a.test/**\"],\n  \"net.fetch\": [] }";
        fixture.put(
                "/v1/sandboxes/sb-1",
                "{\"lease\": " + lease + ", \"lease_constraints\":{\"expires_at\": 1e400},"
                        + "\"harness\":\"a: 1\\n\",\"policy\":\"version: 1\\n\",\"rego\":{\"lib/x.rego\":\"package x\"},"
                        + "\"run\":\"r\",\"phase\":\"execution\",\"labels\":{\"k\":\"v\"},\"parent\":\"sb-0\","
                        + "\"phase_gates\":[\"net.fetch\"],\"allowlist_get\":true}");
        assertThat(fixture.control.changes).singleElement().satisfies(change -> {
            assertThat(change.condition()).isEqualTo(Precondition.NONE);
            assertThat(change.documents())
                    .isEqualTo(SandboxDocuments.builder()
                            .lease(lease)
                            .leaseConstraints("{\"expires_at\": 1e400}")
                            .harness("a: 1\n")
                            .policy("version: 1\n")
                            .rego(Map.of("lib/x.rego", "package x"))
                            .run("r")
                            .phase(Phase.EXECUTION)
                            .labels(Map.of("k", "v"))
                            .parent(new SandboxId("sb-0"))
                            .phaseGates(Set.of("net.fetch"))
                            .allowlistGet(true)
                            .build());
        });
    }

    @Test
    void aChangeForAnotherGenerationIsRefused() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        assertThat(fixture.put("/v1/sandboxes/sb-1", "{}", "If-Match", "\"1\"").statusCode())
                .isEqualTo(200);
        HttpResponse<String> late = fixture.put("/v1/sandboxes/sb-1", "{}", "If-Match", "1");
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body()).contains("\"code\":\"MOVED_ON\"", "generation 2");
        for (String header : List.of("W/\"1\"", "-1", "x", "1, 2", "99999999999999999999")) {
            assertThat(fixture.put("/v1/sandboxes/sb-1", "{}", "If-Match", header)
                            .statusCode())
                    .as(header)
                    .isEqualTo(400);
        }
    }

    @Test
    void refusedDocumentsAnswerWithTheirPlaces() throws Exception {
        fixture.control.next = new SandboxAnswer.Refused(List.of(
                Diagnostic.ofCompiler("web.rego", 12, 9, "UNSAFE_VAR", "'host' is never bound", "bind it first")));
        HttpResponse<String> answer = fixture.put("/v1/sandboxes/sb-1", "{}");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body())
                .isEqualTo(
                        "{\"error\":\"invalid\",\"code\":\"DOCUMENT_REFUSED\","
                                + "\"message\":\"nothing was changed: the documents are wrong\",\"diagnostics\":["
                                + "{\"severity\":\"error\",\"file\":\"web.rego\",\"line\":12,\"column\":9,"
                                + "\"code\":\"UNSAFE_VAR\",\"message\":\"'host' is never bound\",\"help\":\"bind it first\"}]}");
    }

    @Test
    void aFullCompilerAnswersNotNow() throws Exception {
        fixture.control.next = new SandboxAnswer.Unavailable("the compiler's queue is full");
        HttpResponse<String> answer = fixture.put("/v1/sandboxes/sb-1", "{}");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("retry-after")).isPresent();
        assertThat(answer.body()).contains("the compiler's queue is full");
    }

    @Test
    void aFaultOfOursSaysNothingOfIt() throws Exception {
        fixture.control.throwing = true;
        HttpResponse<String> answer = fixture.put("/v1/sandboxes/sb-1", "{}");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("secret-in-a-fault", "Exception", "java");
        fixture.control.throwing = false;
        fixture.control.gate = CompletableFuture.failedFuture(new IllegalStateException("secret-in-a-fault"));
        assertThat(fixture.put("/v1/sandboxes/sb-1", "{}").body()).doesNotContain("secret-in-a-fault");
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        assertThat(fixture.get("/v1/sandboxes/sb-9").statusCode()).isEqualTo(404);
        assertThat(fixture.call(Role.RUNNER, "DELETE", "/v1/sandboxes/sb-9", "").statusCode())
                .isEqualTo(404);
        assertThat(fixture.call(Role.RUNNER, "POST", "/v1/sandboxes/sb-9/phase", "{\"phase\":\"execution\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(fixture.get("/v1/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void deletingTakesAway() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        HttpResponse<String> answer = fixture.call(Role.RUNNER, "DELETE", "/v1/sandboxes/sb-1", "");
        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.body()).isEmpty();
        assertThat(fixture.get("/v1/sandboxes/sb-1").statusCode()).isEqualTo(404);
    }

    @Test
    void thePhaseIsOneOfTwo() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        assertThat(fixture.call(Role.RUNNER, "POST", "/v1/sandboxes/sb-1/phase", "{\"phase\":\"execution\"}")
                        .body())
                .contains("\"phase\":\"execution\"");
        for (String body : List.of(
                "{\"phase\":\"Execution\"}",
                "{\"phase\":\"\"}",
                "{}",
                "{\"phase\":\"planning\",\"phase\":\"execution\"}")) {
            HttpResponse<String> answer = fixture.call(Role.RUNNER, "POST", "/v1/sandboxes/sb-1/phase", body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
        }
        assertThat(fixture.call(Role.RUNNER, "POST", "/v1/sandboxes/sb-1/phase", "{\"phase\":1}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(fixture.control.asked).containsExactly("put sb-1", "phase sb-1 execution");
    }

    @Test
    void theListComesInPages() throws Exception {
        for (String id : List.of("c", "a", "b")) {
            fixture.put("/v1/sandboxes/" + id, "{}");
        }
        assertThat(fixture.get("/v1/sandboxes?limit=2").body())
                .contains("\"id\":\"a\"", "\"id\":\"b\"", "\"next\":\"b\"")
                .doesNotContain("\"id\":\"c\"");
        assertThat(fixture.get("/v1/sandboxes?limit=2&after=b").body())
                .contains("\"id\":\"c\"")
                .doesNotContain("next", "\"id\":\"a\"");
        assertThat(fixture.get("/v1/sandboxes?limit=0").statusCode()).isEqualTo(400);
        assertThat(fixture.get("/v1/sandboxes?limit=1001").statusCode()).isEqualTo(400);
        assertThat(fixture.get("/v1/sandboxes?page=1").statusCode()).isEqualTo(400);
    }

    @Test
    void callsOfOneConnectionAreAnsweredInTheirOrder() throws Exception {
        var gate = new CompletableFuture<Void>();
        fixture.control.gate = gate;
        try (Socket socket = fixture.connect()) {
            String head = " HTTP/1.1\r\nHost: localhost\r\n" + AdminFixture.bearer(Role.RUNNER);
            socket.getOutputStream()
                    .write(("PUT /v1/sandboxes/sb-1" + head + "Content-Length: 2\r\n\r\n{}" // waits for the gate
                                    + "DELETE /v1/sandboxes/sb-1" + head + "\r\n"
                                    + "GET /v1/sandboxes/sb-1" + head + "Connection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            while (fixture.control.asked.isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(fixture.control.asked).containsExactly("put sb-1");
            gate.complete(null);
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answers).containsSubsequence("HTTP/1.1 201", "HTTP/1.1 204", "HTTP/1.1 404");
            assertThat(fixture.control.asked).containsExactly("put sb-1", "delete sb-1");
        }
    }
}
