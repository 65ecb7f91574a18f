package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls about workspaces. */
class WorkspaceCallsTest {
    private static final String DOCS = "/v1/workspaces/docs";

    @TempDir
    Path folder;

    @Test
    void aPutIsAnsweredWithWhatIsInForceAndRecordedWithItsAuthor() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            HttpResponse<String> put =
                    fixture.call(Role.SECURITY, "PUT", DOCS, "{\"lease\": {\"net.fetch\": [\"https://a.test/**\"]}}");
            assertThat(put.statusCode()).isEqualTo(201);
            assertThat(put.headers().firstValue("ETag")).contains("\"3\"");
            assertThat(put.body()).contains("\"id\":\"docs\"", "\"status\":\"loaded\"", "\"sandboxes\":2");
            assertThat(fixture.workspaces.asked).containsExactly("put docs {\"net.fetch\": [\"https://a.test/**\"]}");
            assertThat(fixture.records())
                    .last()
                    .asString()
                    .contains("\"kind\":\"policy\"", "\"rule\":\"role:security\"", "\"path\":\"" + DOCS + "\"")
                    .contains("token security-name from 127.0.0.1");
        }
    }

    @ValueSource(strings = {"run", "phase", "labels", "parent", "workspace", "phase_gates", "identity_token"})
    @ParameterizedTest
    void aWorkspaceHasNothingOfARun(String member) throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            HttpResponse<String> put = fixture.call(Role.SECURITY, "PUT", DOCS, "{\"" + member + "\": \"execution\"}");
            assertThat(put.statusCode()).isEqualTo(422);
            assertThat(put.body()).contains("UNKNOWN_MEMBER");
            assertThat(fixture.workspaces.asked).isEmpty();
        }
    }

    @Test
    void aRunnerReadsWorkspacesAndChangesNone() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            assertThat(fixture.call(Role.RUNNER, "GET", "/v1/workspaces", "").body())
                    .contains("{\"workspaces\":[{\"id\":\"docs\"");
            assertThat(fixture.call(Role.RUNNER, "GET", DOCS, "").body()).contains("\"documents\":{\"lease\":{}}");
            assertThat(fixture.call(Role.RUNNER, "PUT", DOCS, "{}").statusCode())
                    .isEqualTo(403);
            assertThat(fixture.call(Role.RUNNER, "DELETE", DOCS, "").statusCode())
                    .isEqualTo(403);
            assertThat(fixture.workspaces.asked).isEmpty();
        }
    }

    @Test
    void whatIsRefusedIsSaid() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            fixture.workspaces.nextPut = new WorkspaceAnswer.MovedOn(0);
            assertThat(fixture.call(Role.SECURITY, "PUT", DOCS, "{}").body())
                    .contains("MOVED_ON", "the workspace is not there");
            fixture.workspaces.nextPut = new WorkspaceAnswer.Refused(
                    List.of(Diagnostic.error("lease", 1, 2, DiagnosticCode.BAD_VALUE, "wrong", null)));
            assertThat(fixture.call(Role.SECURITY, "PUT", DOCS, "{}").statusCode())
                    .isEqualTo(422);
            fixture.workspaces.nextPut = new WorkspaceAnswer.Unavailable("full");
            assertThat(fixture.call(Role.SECURITY, "PUT", DOCS, "{}").statusCode())
                    .isEqualTo(503);
            assertThat(fixture.call(Role.SECURITY, "GET", "/v1/workspaces/other", "")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aRemovalSaysWhatKeepsIt() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            assertThat(fixture.call(Role.SECURITY, "DELETE", DOCS, "").statusCode())
                    .isEqualTo(204);
            fixture.workspaces.nextRemoval = RecordingWorkspaces.inUse(3, "sb-1", "sb-2");
            HttpResponse<String> used = fixture.call(Role.SECURITY, "DELETE", DOCS, "");
            assertThat(used.statusCode()).isEqualTo(409);
            assertThat(used.body()).contains("WORKSPACE_IN_USE", "sb-1, sb-2 and 1 more");
            fixture.workspaces.nextRemoval = new WorkspaceRemoval.Configured();
            assertThat(fixture.call(Role.SECURITY, "DELETE", DOCS, "").body()).contains("as the default");
            fixture.workspaces.nextRemoval = new WorkspaceRemoval.Unknown();
            assertThat(fixture.call(Role.SECURITY, "DELETE", DOCS, "").statusCode())
                    .isEqualTo(404);
        }
    }
}
