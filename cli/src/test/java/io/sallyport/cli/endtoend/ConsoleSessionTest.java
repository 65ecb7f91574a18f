package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxDocuments;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who gets into the console, and what others try. */
class ConsoleSessionTest {
    private static final List<String> PAGES = List.of(
            "/console/",
            "/console/live",
            "/console/live/events",
            "/console/sandboxes",
            "/console/sandboxes/sb-1",
            "/console/refusals",
            "/console/refusals/why?sandbox=sb-1&method=GET&url=https%3A%2F%2Fno.test%2F",
            "/console/candidates",
            "/console/generations/sb-1?generation=1",
            "/console/asks",
            "/console/asks/list",
            "/console/asks/waiting",
            "/console/policy",
            "/console/workspaces",
            "/console/workspaces/docs",
            "/console/approvals",
            "/console/audit",
            "/console/audit/1",
            "/console/health",
            "/console/health/samples");

    @TempDir
    Path folder = Path.of("");

    private Rig rig;
    private ConsoleVisitor visitor;
    private String token;

    @BeforeEach
    void start() throws Exception {
        rig = Rig.startWithRoles(
                folder,
                Map.of("no.test", "127.0.0.1"),
                "\"reader.token\": \"reader\", \"security.token\": \"security\"",
                "");
        rig.grant(Rig.SB, "https://yes.test/**");
        token = Files.readString(rig.state().resolve("admin.token")).strip();
        visitor = new ConsoleVisitor(rig.adminUrl());
    }

    @AfterEach
    void stop() {
        visitor.close();
        rig.close();
    }

    private int generation() throws Exception {
        return rig.admin().get(Rig.SB).body().path("generation").asInt();
    }

    private List<String> changes() throws Exception {
        return rig.records("admin", "policy").stream().map(JsonNode::toString).toList();
    }

    @Test
    void withoutASessionEveryPageLeadsToTheLogin() throws Exception {
        for (String page : PAGES) {
            HttpResponse<String> answer = visitor.get(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location")).contains("/console/login");
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void aTokenOpensEveryPageAndStandsInNone() throws Exception {
        HttpResponse<String> login = visitor.logIn(token);
        assertThat(login.statusCode()).isEqualTo(303);
        assertThat(login.headers().firstValue("Set-Cookie").orElse(""))
                .contains("HttpOnly", "SameSite=Strict", "Path=/")
                .doesNotContain(token);
        for (String page : PAGES) {
            if (page.endsWith("/events")) {
                continue; // does not end
            }
            HttpResponse<String> answer = visitor.get(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(answer.body()).as(page).doesNotContain(token).doesNotContain(visitor.cookie());
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(page)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
        }
    }

    @Test
    void noPageHasInlineScriptOrStyleOrAnAddressElsewhere() throws Exception {
        visitor.logIn(token);
        for (String page : PAGES) {
            if (page.endsWith("/events")) {
                continue;
            }
            assertThat(visitor.get(page).body())
                    .as(page)
                    .doesNotContainPattern("<script(?! src=\"/console/assets/)")
                    .doesNotContainPattern("<style|\\sstyle=|\\son[a-z]+=|javascript:")
                    .doesNotContainPattern("(?:src|href|action)=\"(?!/console|#|\\?)");
        }
    }

    @Test
    void aWrongTokenOpensNothingAndTooManyAreRefused() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(visitor.logIn("guess-" + i).statusCode()).isEqualTo(401);
        }
        assertThat(visitor.logIn("one-more").statusCode()).isEqualTo(429);
        assertThat(visitor.cookie()).isEmpty();
        assertThat(visitor.logIn(token).statusCode())
                .as("who has a token is not locked out")
                .isEqualTo(303);
        assertThat(changes()).noneMatch(line -> line.contains("guess-"));
    }

    @Test
    void cookiesThatNobodyWasGivenOpenNothing() throws Exception {
        visitor.logIn(token);
        String real = visitor.cookie();
        for (String cookie : List.of(
                "sallyport=",
                "sallyport=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                real + "A",
                real.substring(0, real.length() - 1),
                real + "; " + real.replace("sallyport=", "sallyport=B"),
                "other" + real,
                "sallyport=" + token)) {
            try (var stranger = new ConsoleVisitor(rig.adminUrl())) {
                assertThat(stranger.get("/console/sandboxes", "Cookie", cookie).statusCode())
                        .as(cookie)
                        .isEqualTo(303);
            }
        }
    }

    @Test
    void aFormOfAnotherSessionOrNoneChangesNothing() throws Exception {
        visitor.logIn(token);
        try (var other = new ConsoleVisitor(rig.adminUrl())) {
            other.logIn(token);
            for (String formToken : List.of("", "x", other.formToken())) {
                var form = allow();
                form.put("form_token", formToken);
                assertThat(visitor.post("/console/refusals/allow", form).statusCode())
                        .as(formToken)
                        .isEqualTo(403);
            }
        }
        assertThat(visitor.post("/console/refusals/allow", allow()).statusCode())
                .isEqualTo(403);
        assertThat(generation()).isEqualTo(1);
    }

    private static Map<String, String> allow() {
        return new HashMap<>(Map.of("sandbox", "sb-1", "method", "GET", "url", "https://no.test/", "generation", "1"));
    }

    @Test
    void whatAnotherSitesPageSendsIsRefused() throws Exception {
        visitor.logIn(token);
        var form = allow();
        form.put("form_token", visitor.formToken());
        for (String[] header : new String[][] {
            {"Origin", "https://evil.test"},
            {"Origin", "null"},
            {"Origin", rig.adminUrl() + "1"},
            {"Sec-Fetch-Site", "cross-site"},
            {"Sec-Fetch-Site", "same-site"}
        }) {
            assertThat(visitor.post("/console/refusals/allow", form, header).statusCode())
                    .as(header[1])
                    .isEqualTo(403);
            assertThat(visitor.get("/console/sandboxes", header).statusCode())
                    .as(header[1])
                    .isEqualTo(403);
        }
        assertThat(generation()).isEqualTo(1);
    }

    @Test
    void onlyFormsOfPagesAreRead() throws Exception {
        visitor.logIn(token);
        assertThat(visitor.post("/console/policy", Map.of(), "X-A", "b").statusCode())
                .isEqualTo(403);
        assertThat(visitor.get("/console/logout").statusCode()).isEqualTo(404);
        assertThat(visitor.get("/console/../v1/sandboxes").statusCode()).isNotEqualTo(200);
        assertThat(visitor.get("/console/%2e%2e/v1/sandboxes").statusCode()).isEqualTo(404);
        assertThat(visitor.get("/console/assets/..%2fpackage-info.class").statusCode())
                .isEqualTo(404);
        assertThat(visitor.get("/v1/sandboxes").statusCode())
                .as("a cookie opens no call of the API")
                .isEqualTo(401);
    }

    @Test
    void theRoleOfTheTokenDecides() throws Exception {
        visitor.logIn(Files.readString(rig.state().resolve("reader.token")).strip());
        assertThat(visitor.get("/console/sandboxes").body()).contains("reader.token · reader");
        var form = allow();
        form.put("form_token", visitor.formToken());
        assertThat(visitor.post("/console/refusals/allow", form).statusCode()).isEqualTo(403);
        form.put("do", "enforce");
        form.put("file:a.rego", "package sallyport.guardrails\n");
        assertThat(visitor.post("/console/policy", form).body()).contains("the role reader does not allow this call");
        assertThat(generation()).isEqualTo(1);
    }

    @Test
    void aRoleWithoutSandboxesIsToldSo() throws Exception {
        visitor.logIn(Files.readString(rig.state().resolve("security.token")).strip());
        HttpResponse<String> answer = visitor.get("/console/sandboxes");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("Your role does not allow this", "Log out");
        assertThat(visitor.get("/console/policy").statusCode()).isEqualTo(200);
    }

    @Test
    void aReaderSeesWhatWaitsButNeitherWatchesNorAnswers() throws Exception {
        visitor.logIn(Files.readString(rig.state().resolve("reader.token")).strip());
        HttpResponse<String> page = visitor.get("/console/asks");
        assertThat(page.body()).contains("Nothing waits", "does not answer").doesNotContain("data-events");
        assertThat(visitor.get("/console/asks/waiting").body()).isEqualTo("{\"waiting\":0}");
        assertThat(visitor.get("/console/asks/events").statusCode()).isEqualTo(403);
        var form = new HashMap<>(Map.of("ask", "1m7q8eckv0000", "answer", "allow"));
        form.put("form_token", visitor.formToken());
        assertThat(visitor.post("/console/asks", form).body()).contains("the role reader does not allow this call");
        form.put("ask", "../guardrails/rollback");
        assertThat(visitor.post("/console/asks", form).body()).doesNotContain("guardrails");
    }

    @Test
    void loggingOutEndsTheSessionAndIsRecordedWithTheName() throws Exception {
        visitor.logIn(token);
        HttpResponse<String> out = visitor.post("/console/logout", Map.of("form_token", visitor.formToken()));
        assertThat(out.headers().firstValue("Set-Cookie").orElse("")).contains("Max-Age=0");
        assertThat(visitor.get("/console/sandboxes").statusCode()).isEqualTo(303);
        assertThat(changes())
                .anyMatch(line -> line.contains("/console/login") && line.contains("token admin.token"))
                .anyMatch(line -> line.contains("/console/logout") && line.contains("token admin.token"))
                .noneMatch(line -> line.contains(token));
    }

    @Test
    void allowingAddsTheLeastLineInTheNameOfTheToken() throws Exception {
        visitor.logIn(token);
        String why = visitor.get(PAGES.get(6)).body();
        assertThat(why).contains("none of 1 grants covers the request", "https://no.test/", "Allow GET for sb-1");
        var form = allow();
        form.put("form_token", visitor.formToken());
        HttpResponse<String> done = visitor.post("/console/refusals/allow", form);
        assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
        assertThat(visitor.get(done.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains("Why it is allowed", "generation 2");
        assertThat(generation()).isEqualTo(2);
        assertThat(changes())
                .anyMatch(line -> line.contains("\"policy\"")
                        && line.contains("/v1/sandboxes/sb-1")
                        && line.contains("token admin.token"));
        HttpResponse<String> again = visitor.post("/console/refusals/allow", form);
        assertThat(again.statusCode())
                .as("the sandbox has moved on, and nothing is left to add")
                .isIn(409, 412);
        assertThat(generation()).isEqualTo(2);
    }

    @Test
    void theRecordsOfTheLastDaySayWhatAllowingWouldHaveChanged() throws Exception {
        var parent = SandboxDocuments.builder().lease("{\"net.fetch\": [\"http://no.test/a\"]}");
        rig.put(Rig.SB, parent.build());
        var child = SandboxDocuments.builder().lease("{\"net.fetch\": []}").parent(Rig.SB);
        Map<String, String> client = Rig.variables(rig.put(Rig.OTHER, child.build()));
        for (String path : List.of("a", "a", "b")) {
            assertThat(rig.curl(client, "http://no.test/" + path)).startsWith("403");
        }
        visitor.logIn(token);
        String query = "sandbox=sb-2&method=GET&url=" + ConsoleVisitor.encoded("http://no.test/a");
        assertThat(visitor.get("/console/refusals/why?" + query).body()).contains("id=\"replay\"", "Over the last day");
        assertThat(visitor.get("/console/refusals/replay?" + query).body())
                .contains("\"records\":4", "\"newly_allowed\":{\"count\":2", "\"still_refused\":{\"count\":1");
        try (var reader = new ConsoleVisitor(rig.adminUrl())) {
            reader.logIn(Files.readString(rig.state().resolve("reader.token")).strip());
            assertThat(reader.get("/console/refusals/replay?" + query).statusCode())
                    .as("a reader may ask, and change nothing")
                    .isEqualTo(200);
        }
        assertThat(rig.admin().get(Rig.OTHER).body().path("generation").asInt()).isEqualTo(1);
    }

    @Test
    void whatTheParentRefusesIsNotNewlyAllowed() throws Exception {
        rig.put(
                Rig.SB,
                SandboxDocuments.builder()
                        .lease("{\"net.fetch\": [\"http://no.test/**\"]}")
                        .build());
        var child = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"http://no.test/x\"]}")
                .parent(Rig.SB)
                .build();
        Map<String, String> client = Rig.variables(rig.put(Rig.OTHER, child));
        rig.curl(client, "http://no.test/a");
        var narrowed = SandboxDocuments.builder().lease("{\"net.fetch\": [\"http://no.test/x\"]}");
        assertThat(rig.put(Rig.SB, narrowed.build()).isOk()).isTrue();
        HttpRequest asked = HttpRequest.newBuilder(URI.create(rig.adminUrl() + "/v1/sandboxes/sb-2/replay"))
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString("{\"lease\": {\"net.fetch\": [\"http://no.test/**\"]}}"))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            assertThat(http.send(asked, BodyHandlers.ofString()).body())
                    .contains("\"newly_allowed\":{\"count\":0", "\"still_refused\":{\"count\":1");
        }
    }

    @Test
    void allowingAddsARuleToANetworkPolicyAndLeavesItsAuthorsLines() throws Exception {
        String policy = """
                version: 1 # as reviewed
                network_policies:
                  # the docs
                  docs: {endpoints: [{host: yes.test, port: 443, protocol: rest, access: read-only}]}
                """;
        assertThat(rig.put(Rig.OTHER, SandboxDocuments.builder().policy(policy).build())
                        .isOk())
                .isTrue();
        visitor.logIn(token);
        var form = allow();
        form.put("sandbox", "sb-2");
        form.put("form_token", visitor.formToken());
        HttpResponse<String> done = visitor.post("/console/refusals/allow", form);
        assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
        assertThat(visitor.get(done.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains("Why it is allowed", "generation 2");
        String now = visitor.get("/console/sandboxes/sb-2").body();
        assertThat(now)
                .contains("version: 1 # as reviewed", "network_policies:\n  allowed:\n", "  # the docs\n  docs: {");
    }
}
