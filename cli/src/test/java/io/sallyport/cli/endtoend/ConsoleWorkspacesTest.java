package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of workspaces, and of what waits for a second person. */
class ConsoleWorkspacesTest {
    private static final String LEASE = "{\"net.fetch\": [\"https://yes.test/**\"]}";
    private static final WorkspaceId DOCS = new WorkspaceId("docs");
    private static final Pattern CHANGE = Pattern.compile("/console/approvals/([0-9A-Za-z._-]+)\"");

    @TempDir
    Path folder = Path.of("");

    private Rig rig;
    private ConsoleVisitor visitor;

    @BeforeEach
    void start() throws Exception {
        rig = Rig.startWithRoles(
                folder,
                Map.of("no.test", "127.0.0.1"),
                "\"reader.token\": \"reader\", \"security.token\": \"security\", \"other.token\": \"security\"",
                "approvals: {guardrails: 2, sandboxes: 2}\npolicy: {allow_dialects: [openshell]}\n");
        visitor = new ConsoleVisitor(rig.adminUrl());
        visitor.logIn(token("security.token"));
    }

    @AfterEach
    void stop() {
        visitor.close();
        rig.close();
    }

    private String token(String file) throws Exception {
        return Files.readString(rig.state().resolve(file)).strip();
    }

    private AdminClient.Reply docs() throws Exception {
        return rig.admin().workspace(DOCS);
    }

    private HttpResponse<String> put(ConsoleVisitor by, int generation, Map<String, String> texts) throws Exception {
        var form = new HashMap<>(texts);
        form.putIfAbsent("do", "put");
        form.put("workspace", "docs");
        form.put("generation", String.valueOf(generation));
        form.put("form_token", formToken(by));
        return by.post("/console/workspaces", form);
    }

    /** The role security sees no list of sandboxes. */
    private static String formToken(ConsoleVisitor by) throws Exception {
        Matcher token = Pattern.compile("name=\"form_token\" value=\"([^\"]+)\"")
                .matcher(by.get("/console/workspaces").body());
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    @Test
    void aWorkspaceIsPutChangedAndDeletedWithItsAuthorsName() throws Exception {
        assertThat(visitor.get("/console/workspaces/named?id=docs").headers().firstValue("Location"))
                .contains("/console/workspaces/docs");
        assertThat(visitor.get("/console/workspaces/docs").body()).contains("not there", "none yet");
        assertThat(put(visitor, 0, Map.of("json:lease", LEASE)).body())
                .contains("In force now", "https://yes.test/**", "and all actions: at most what its lease has");
        assertThat(visitor.get("/console/workspaces").body()).contains("docs", "loaded");
        assertThat(visitor.get("/console/workspaces/docs").body()).contains("token security.token");
        assertThat(visitor.get("/console/workspaces/docs").body()).contains("token security.token");
        assertThat(put(visitor, 1, Map.of("json:lease", LEASE, "in:rego/a.rego", "package sallyport.sandbox"))
                        .body())
                .contains("Its Rego may refuse more");
        assertThat(docs().body().path("generation").asInt()).isEqualTo(2);
        assertThat(put(visitor, 2, Map.of("do", "delete")).body()).contains("Deleted: docs");
        assertThat(docs().status()).isEqualTo(404);
    }

    @Test
    void whatTheFormDoesNotShowStays() throws Exception {
        String text = "version: 1\nnetwork_policies: {a: {endpoints: [{host: yes.test, port: 443}]}}\n";
        var policy =
                SandboxDocuments.builder().policy(text).dialect("openshell").build();
        AdminClient.Reply made = rig.admin().putWorkspace(DOCS, policy, null);
        assertThat(made.isOk()).as(made.body().toString()).isTrue();
        put(visitor, 1, Map.of("text:policy", text.replace("yes.test", "other.test")));
        assertThat(docs().body().path("documents").path("dialect").asString()).isEqualTo("openshell");
        assertThat(docs().body().path("documents").path("policy").asString()).contains("other.test");
    }

    @Test
    void aWrongTextOrAnOlderFormChangesNothingAndKeepsWhatWasTyped() throws Exception {
        put(visitor, 0, Map.of("json:lease", LEASE));
        assertThat(put(visitor, 1, Map.of("json:lease", "{\"net.fetch\": [typed}"))
                        .body())
                .contains("Not accepted", "lease:1:", "[typed}");
        assertThat(put(visitor, 1, Map.of("text:policy", "version: [typed")).body())
                .contains("Not accepted", "version: [typed");
        assertThat(put(visitor, 7, Map.of("json:lease", "{}")).body()).contains("the workspace is at generation 1");
        assertThat(put(visitor, 0, Map.of("json:lease", "{}")).body())
                .as("made as if there were none")
                .contains("the workspace is at generation 1");
        assertThat(docs().body().path("generation").asInt()).isEqualTo(1);
    }

    @Test
    void aReaderSeesAWorkspaceAndChangesNone() throws Exception {
        put(visitor, 0, Map.of("json:lease", LEASE));
        try (var reader = new ConsoleVisitor(rig.adminUrl())) {
            reader.logIn(token("reader.token"));
            assertThat(reader.get("/console/workspaces/docs").body())
                    .contains("https://yes.test/**", "changes no workspaces")
                    .doesNotContain("Put in force");
            assertThat(put(reader, 1, Map.of("json:lease", "{}")).body())
                    .contains("the role reader does not allow this call");
        }
        assertThat(docs().body().path("generation").asInt()).isEqualTo(1);
    }

    @Test
    void aSecondPersonSeesWhatAChangeIsAndApprovesIt() throws Exception {
        var form = new HashMap<>(Map.of(
                "do", "enforce", "note", "close no.test", "file:a.rego", "package sallyport.guardrails\n# closed\n"));
        form.put("form_token", formToken(visitor));
        assertThat(visitor.post("/console/policy", form).body()).contains("Waits for the approval of another person");
        Matcher change = CHANGE.matcher(visitor.get("/console/approvals").body());
        assertThat(change.find()).isTrue();
        String id = change.group(1);
        assertThat(visitor.get("/console/approvals/" + id).body())
                .contains("Change of guardrails", "security.token (security)", "close no.test", "+# closed");
        assertThat(settle(visitor, id, "approve")).contains("the author of a change does not approve it");
        try (var other = new ConsoleVisitor(rig.adminUrl())) {
            other.logIn(token("other.token"));
            assertThat(settle(other, id, "approve")).contains("Approved, and in force now", "Nothing waits");
            assertThat(other.get("/console/policy").body()).contains("# closed");
            assertThat(settle(other, id, "reject")).contains("no change waits under this id");
        }
    }

    @Test
    void aSecondPersonSeesWhatASandboxWouldMayAndARollbackOfThePageWaitsToo() throws Exception {
        for (String host : List.of("yes", "other")) {
            AdminClient.Reply put = rig.put(Rig.SB, Rig.lease("https://" + host + ".test/**"));
            String id = put.body().path("id").asString();
            assertThat(visitor.get("/console/approvals").body()).contains("sandbox " + Rig.SB, id);
            assertThat(visitor.get("/console/approvals/" + id).body())
                    .contains("Change of sandbox " + Rig.SB, "admin.token (operator)", host + ".test/**");
            assertThat(settle(visitor, id, "approve")).contains("Approved, and in force now");
        }
        try (var operator = new ConsoleVisitor(rig.adminUrl())) {
            operator.logIn(token("admin.token"));
            HttpResponse<String> back = operator.post(
                    "/console/generations/restore",
                    Map.of(
                            "form_token",
                            formToken(operator),
                            "sandbox",
                            Rig.SB.text(),
                            "generation",
                            "1",
                            "in_force",
                            "2"));
            assertThat(back.body()).contains("Waits for the approval of another person", "Nothing is in force yet");
            assertThat(rig.admin().get(Rig.SB).body().path("generation").asInt())
                    .isEqualTo(2);
        }
    }

    private static String settle(ConsoleVisitor by, String change, String what) throws Exception {
        return by.post(
                        "/console/approvals",
                        Map.of("form_token", formToken(by), "change", change, "do", what, "note", "seen"))
                .body();
    }
}
