package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Texts of those who are watched stand on pages as text: never as markup, script or an address. */
class ConsoleHostileTextTest {
    private static final Pattern TAG = Pattern.compile("<[A-Za-z!/](?:[^<>\"]|\"[^\"]*\")*>");

    /** What a tag of ours has nowhere outside of a quoted value. */
    private static final Pattern FOREIGN = Pattern.compile("pwn|'|\\s(on[a-z]+|style|srcdoc|formaction)=");

    private static final List<String> ENDINGS = List.of(
            "<script>pwn()</script>",
            "\"><script>pwn()</script>",
            "'><script>pwn()</script>",
            "<img src=x onerror=pwn()>",
            "\" onmouseover=\"pwn()",
            "' onfocus='pwn()' autofocus='",
            "<svg/onload=pwn()>",
            "</pre><script>pwn()</script>",
            "</textarea><script>pwn()</script>",
            "</title><script>pwn()</script>",
            "<!--<script>pwn()-->",
            "]]><script>pwn()</script>",
            "javascript:pwn()",
            "data:text/html,<script>pwn()</script>",
            "&lt;script&gt;pwn()&lt;/script&gt;",
            "&#60;script&#62;pwn()",
            "\\u003cscript\\u003epwn()",
            "%3Cscript%3Epwn()%3C/script%3E",
            "{{constructor.constructor('pwn()')()}}",
            "${pwn()}",
            "@if(true)pwn@endif",
            "!{pwn();}",
            "`-pwn()-`",
            "<iframe srcdoc='<script>pwn()</script>'>",
            "<base href=//pwn.test>");

    private static final List<String> ALL = all();
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder = Path.of("");

    private Origin origin;
    private Rig rig;
    private ConsoleVisitor visitor;

    /** Fifty: each ending by itself, and within a word. */
    private static List<String> all() {
        var all = new ArrayList<>(ENDINGS);
        ENDINGS.forEach(ending -> all.add("a" + ending + "z"));
        return all;
    }

    @BeforeEach
    void start() throws Exception {
        origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
        rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), "policy: {compile_timeout: \"60s\"}");
        visitor = new ConsoleVisitor(rig.adminUrl());
        visitor.logIn(Files.readString(rig.state().resolve("admin.token")).strip());
    }

    @AfterEach
    void stop() {
        visitor.close();
        rig.close();
        origin.close();
    }

    private void isOnlyText(String path) throws Exception {
        HttpResponse<String> page = visitor.get(path);
        isOnlyText(path, page);
    }

    private static void isOnlyText(String path, HttpResponse<String> page) {
        String unquoted = TAG.matcher(page.body())
                .replaceAll(tag -> Matcher.quoteReplacement(tag.group().replaceAll("\"[^\"]*\"", "")));
        assertThat(unquoted).as(path).doesNotContain("<script>", "<iframe", "<base", "<svg", "<img src=x", "<!--");
        Matcher tags = TAG.matcher(page.body());
        while (tags.find()) {
            assertThat(tags.group().replaceAll("\"[^\"]*\"", "")).as(path).doesNotContainPattern(FOREIGN);
            assertThat(tags.group()).as(path).doesNotContain("href=\"javascript:", "href=\"data:", "src=\"data:");
        }
    }

    @Test
    void fiftyHostileTextsInEachPlaceStayText() {
        assertThat(ALL).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void pathsAndUserAgentsAndHosts() throws Exception {
        Map<String, String> client = rig.grant(Rig.SB, "http://yes.test/granted");
        for (String text : ALL) {
            String path = "http://yes.test/" + ConsoleVisitor.encoded(text).replace("+", "%20");
            rig.curl(client, "-A", text, "-H", "X-Note: " + text, path);
            rig.curl(client, "-H", "Host: " + text, "http://yes.test/h");
        }
        for (String page : List.of(
                "/console/live", "/console/audit", "/console/refusals", "/console/sandboxes/sb-1", "/console/health")) {
            isOnlyText(page);
        }
        assertThat(rig.requests()).hasSizeGreaterThanOrEqualTo(ALL.size());
        String id = rig.lastRequest().path("audit_id").asString("");
        isOnlyText("/console/audit/" + id);
    }

    @Test
    void labelsRunsAndDocuments() throws Exception {
        for (String text : ALL) {
            AdminClient.Reply put = rig.put(
                    Rig.SB,
                    SandboxDocuments.builder()
                            .run(text)
                            .labels(Map.of("note", text))
                            .rego(Map.of("a.rego", "package sallyport.sandbox\n# " + text + "\n"))
                            .build());
            assertThat(put.isOk()).as(put.body().toString()).isTrue();
            isOnlyText("/console/sandboxes");
            isOnlyText("/console/sandboxes/sb-1");
            isOnlyText("/console/generations/sb-1?generation=1");
        }
    }

    @Test
    void requestsThatWaitAndTheWordsOfTheirRules() throws Exception {
        String words = ENDINGS.stream().map(JSON::writeValueAsString).collect(Collectors.joining(", "));
        AdminClient.Reply put =
                rig.put(Rig.SB, Rig.lease(Map.of("ask.rego", """
                package sallyport.sandbox

                words := [%s]

                deny contains {"rule": "waits", "message": words[number], "ask": true} if {
                \tnumber := to_number(trim_prefix(input.net.path, "/"))
                }
                """.formatted(words)), "http://yes.test/**"));
        assertThat(put.isOk()).as(put.body().toString()).isTrue();
        try (var watching = visitor.follow("/console/asks/events")) {
            for (String text : ENDINGS) {
                String path = "http://yes.test/" + ENDINGS.indexOf(text);
                CompletableFuture<String> curl =
                        CompletableFuture.supplyAsync(() -> rig.curl(Rig.variables(put), path));
                String id = watching.next("\"event\":\"opened\"").replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
                assertThat(visitor.get("/console/asks").body()).contains(id);
                isOnlyText("/console/asks");
                isOnlyText("/console/asks/list");
                var form = new HashMap<String, String>();
                form.put("form_token", visitor.formToken());
                form.put("ask", id);
                form.put("answer", "deny");
                form.put("name", text);
                form.put("reason", text);
                isOnlyText("asks", visitor.post("/console/asks", form));
                assertThat(curl.get(60, TimeUnit.SECONDS)).startsWith("403");
                form.put("ask", text);
                isOnlyText("asks", visitor.post("/console/asks", form));
            }
        }
    }

    @Test
    void regoInTheEditorAndWhatTheCompilerSaysOfIt() throws Exception {
        String formToken = visitor.formToken();
        for (String text : ALL) {
            var form = new HashMap<String, String>();
            form.put("form_token", formToken);
            form.put("do", "check");
            form.put("note", text);
            form.put("tag", text);
            form.put("file:a.rego", "package sallyport.guardrails\n" + text + "\n");
            form.put("new_name", text);
            form.put("new_text", text);
            isOnlyText("policy", visitor.post("/console/policy", form));
        }
    }

    @Test
    void documentsOfWorkspacesAndNotesOfChangesThatWait() throws Exception {
        String formToken = visitor.formToken();
        for (String text : ALL) {
            var form = new HashMap<String, String>();
            form.put("form_token", formToken);
            form.put("workspace", "docs");
            form.put("generation", String.valueOf(ALL.indexOf(text)));
            form.put("do", "put");
            form.put("in:rego/a.rego", "package sallyport.sandbox\n# " + text + "\n");
            isOnlyText("workspaces", visitor.post("/console/workspaces", form));
            form.put("json:lease", "{\"net.fetch\": [" + JSON.writeValueAsString(text) + "]}");
            isOnlyText("workspaces", visitor.post("/console/workspaces", form));
            form.put("json:lease", text);
            form.put("in:rego/" + text, text);
            form.put("text:" + text, text);
            isOnlyText("workspaces", visitor.post("/console/workspaces", form));
            form.put("workspace", text);
            isOnlyText("workspaces", visitor.post("/console/workspaces", form));
            form.put("change", text);
            form.put("note", text);
            form.put("do", "approve");
            isOnlyText("approvals", visitor.post("/console/approvals", form));
            isOnlyText("/console/workspaces/named?id=" + ConsoleVisitor.encoded(text));
        }
        assertThat(visitor.get("/console/workspaces/docs").body()).contains("package sallyport.sandbox");
    }

    @Test
    void queriesOfTheConsoleItself() throws Exception {
        rig.grant(Rig.SB, "http://yes.test/granted");
        for (String text : ALL) {
            String value = ConsoleVisitor.encoded(text);
            for (String page : List.of("live", "audit")) {
                isOnlyText("/console/" + page + "?sandbox=" + value + "&host=" + value + "&verdict=" + value
                        + "&reason=" + value);
            }
            isOnlyText("/console/refusals/why?sandbox=sb-1&method=" + value + "&url=" + value);
            isOnlyText("/console/refusals/why?sandbox=sb-1&method=GET&url=" + ConsoleVisitor.encoded("http://yes.test/")
                    + value);
            isOnlyText("/console/sandboxes?after=" + value);
            isOnlyText("/console/generations/sb-1?generation=" + value);
        }
    }

    @Test
    void wrongTokensAreNotShownAgain() throws Exception {
        for (String text : ALL.subList(0, 15)) {
            HttpResponse<String> answer = visitor.logIn(text);
            isOnlyText("login", answer);
            assertThat(answer.body()).doesNotContain("pwn");
        }
    }

    @Test
    void targetsThatAreNoAddressOfThePages() throws Exception {
        for (String text : ALL) {
            String path = "/console/" + ConsoleVisitor.encoded(text);
            HttpResponse<String> answer = visitor.get(URI.create(path).toString());
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.body()).doesNotContain("pwn");
        }
    }
}
