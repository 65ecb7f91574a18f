package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalControl.ApprovalAnswer;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceAnswer;
import io.sallyport.control.calls.WorkspaceControl.WorkspaceRemoval;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
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
    void aChangeThatWaitsForAnotherPersonIsAnsweredAsThat() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            var proposal = new Proposal.OfWorkspace(new WorkspaceId("docs"), SandboxDocuments.NONE, "ab12");
            var author = new ChangeOrigin("security", "security-name", "why", null, null);
            var change = new PendingChange("0011", proposal, "3", author, 1_000, 2_000);
            fixture.workspaces.nextPut = new WorkspaceAnswer.Pending(change, List.of());
            HttpResponse<String> put = fixture.call(Role.SECURITY, "PUT", DOCS + "?note=why", "{}");
            assertThat(put.statusCode()).isEqualTo(202);
            assertThat(put.body())
                    .contains("\"target\":\"workspace:docs\"", "\"removes\":false", "\"status\":\"pending\"");
            fixture.workspaces.nextRemoval = new WorkspaceRemoval.Full("20 changes wait");
            assertThat(fixture.call(Role.SECURITY, "DELETE", DOCS, "").body()).contains("TOO_MANY_PENDING");
            fixture.approvals.change = change;
            fixture.approvals.next = new ApprovalAnswer.RemovedWorkspace(change, RecordingWorkspaces.inUse(1, "sb-1"));
            assertThat(fixture.post("/v1/approvals/0011", "").statusCode()).isEqualTo(409);
            assertThat(fixture.get("/v1/approvals/0011").body()).contains("\"documents\":{");
            assertThat(String.join("", fixture.records()))
                    .contains("pending: change 0011 of security security-name, workspace:docs, digest ab12, note: why");
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
