package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ApprovalControl.ApprovalAnswer;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ApprovalCallsTest {
    private static final String ID = RecordingApprovals.CHANGE.id();
    private static final String CHANGE = "/v1/approvals/" + ID;

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void aChangeThatWaitsIsAnsweredWithItsIdAndWhatItIs() throws Exception {
        fixture.control.nextGuardrails = new GuardrailsAnswer.Pending(RecordingApprovals.CHANGE, List.of());
        HttpResponse<String> put = fixture.put("/v1/guardrails?note=close%20gists", "{\"rego\":{}}");
        assertThat(put.statusCode()).isEqualTo(202);
        assertThat(put.headers().firstValue("ETag")).isEmpty();
        assertThat(put.body())
                .isEqualTo("{\"id\":\"" + ID + "\",\"target\":\"guardrails\",\"digest\":\"ee55\",\"base\":\"4-cd34\","
                        + "\"author\":{\"role\":\"operator\",\"name\":\"operator-name\"},\"note\":\"close gists\","
                        + "\"promotes\":false,\"time\":\"1970-01-01T00:00:01Z\","
                        + "\"expires_at\":\"1970-01-01T00:00:02Z\",\"status\":\"pending\",\"dry_run\":false,"
                        + "\"diagnostics\":[]}");
        assertThat(String.join("", fixture.records()))
                .contains("pending: change " + ID + " of operator operator-name, digest ee55, note: close gists");
    }

    @Test
    void tooMuchThatWaitsIsAConflict() throws Exception {
        fixture.control.nextGuardrails = new GuardrailsAnswer.Full("20 changes wait");
        HttpResponse<String> put = fixture.put("/v1/guardrails", "{\"rego\":{}}");
        assertThat(put.statusCode()).isEqualTo(409);
        assertThat(put.body()).contains("TOO_MANY_PENDING", "20 changes wait");
    }

    @Test
    void theListTellsWhoAndTheChangeAlsoWhat() throws Exception {
        assertThat(fixture.get("/v1/approvals").body())
                .contains("\"status\":\"pending\"", "\"name\":\"operator-name\"", "\"note\":\"close gists\"")
                .doesNotContain("package y");
        assertThat(fixture.call(Role.READER, "GET", CHANGE, "").body())
                .contains("\"rego\":{\"a.rego\":\"package y\\n\"}", "-package sallyport.guardrails\\n+package y\\n");
        assertThat(fixture.get("/v1/approvals/" + "0".repeat(32)).statusCode()).isEqualTo(404);
    }

    @Test
    void anApprovalIsByTheCallerAndTheRecordNamesBoth() throws Exception {
        HttpResponse<String> approved = fixture.call(Role.SECURITY, "POST", CHANGE + "?note=read%20it", "");
        assertThat(approved.statusCode()).isEqualTo(200);
        assertThat(approved.headers().firstValue("ETag")).contains("\"5-ee55\"");
        assertThat(fixture.approvals.approvers)
                .containsExactly(new ChangeOrigin("security", "security-name", "read it", null, null));
        assertThat(String.join("", fixture.records()))
                .contains("\"kind\":\"policy\"", "token security-name from 127.0.0.1: change " + ID)
                .contains("of operator operator-name, digest ee55, note: read it: epoch 5")
                .contains("note: close gists");
    }

    @Test
    void rolesThatDoNotChangeGuardrailsSettleNothing() throws Exception {
        for (Role role : List.of(Role.READER, Role.RUNNER)) {
            assertThat(fixture.call(role, "POST", CHANGE, "").statusCode()).isEqualTo(403);
            assertThat(fixture.call(role, "DELETE", CHANGE, "").statusCode()).isEqualTo(403);
        }
        assertThat(fixture.approvals.approvers).isEmpty();
    }

    @Test
    void whatIsNotApprovedIsAnsweredByItsReason() throws Exception {
        fixture.approvals.next = new ApprovalAnswer.OwnChange(RecordingApprovals.CHANGE);
        assertThat(fixture.post(CHANGE, "").body()).contains("\"error\":\"denied\"", "OWN_CHANGE");
        fixture.approvals.next = new ApprovalAnswer.Outdated(RecordingApprovals.CHANGE, "the guardrails are others");
        assertThat(fixture.post(CHANGE, "").statusCode()).isEqualTo(409);
        fixture.approvals.next = new ApprovalAnswer.Unknown();
        assertThat(fixture.post(CHANGE, "").statusCode()).isEqualTo(404);
        fixture.approvals.next = new ApprovalAnswer.Put(RecordingApprovals.CHANGE, new GuardrailsAnswer.NoCandidate());
        assertThat(fixture.post(CHANGE, "").statusCode()).isEqualTo(404);
    }

    @Test
    void aChangeOfASandboxShowsAllThatItBringsAndNoValueLooksLikeAnotherLine() throws Exception {
        fixture.approvals.change = sandbox("runner-name");
        String shown = fixture.call(Role.SECURITY, "GET", CHANGE, "").body();
        assertThat(shown)
                .contains("\"target\":\"sandbox:sb\"", "+++ harness.yaml", "+version: 1")
                .contains("+{\\\"phase\\\":\\\"execution\\\"}\\n")
                .contains("+{\\\"labels\\\":{\\\"team\\\":\\\"x\\\\n-phase\\\"}}");
    }

    @Test
    void theAnswerToWhoApprovesASandboxHoldsNothingThatTheyCouldNotRead() throws Exception {
        fixture.approvals.change = sandbox("runner-name");
        fixture.approvals.next =
                new ApprovalAnswer.PutSandbox(fixture.approvals.change, new SandboxAnswer.Refused(List.of()));
        assertThat(fixture.call(Role.SECURITY, "POST", CHANGE, "").statusCode()).isEqualTo(422);
        fixture.approvals.change = sandbox("security-name");
        assertThat(fixture.post(CHANGE, "").body()).as("no author of sandboxes").contains("AUTHOR_GONE");
    }

    private static PendingChange sandbox(String author) {
        var documents = SandboxDocuments.builder()
                .harness("version: 1\n")
                .phase(Phase.EXECUTION)
                .labels(Map.of("team", "x\n-phase"))
                .build();
        return new PendingChange(
                ID,
                new Proposal.OfSandbox(new SandboxId("sb"), documents, "ff66"),
                "4-cd34",
                new ChangeOrigin("runner", author, null, null, null),
                1_000,
                2_000);
    }

    @Test
    void anAuthorWhoseTokenIsGoneOrHasALesserRoleIsNoAuthor() throws Exception {
        for (String name : List.of("gone-name", "reader-name")) {
            fixture.approvals.change = RecordingApprovals.by(name);
            assertThat(fixture.post(CHANGE, "").body()).as(name).contains("AUTHOR_GONE");
        }
        assertThat(fixture.approvals.approvers).isEmpty();
    }

    @Test
    void aHugeNoteOrOneThatMovesTheCursorIsRefused() throws Exception {
        assertThat(fixture.post(CHANGE + "?note=" + "x".repeat(301), "").statusCode())
                .isEqualTo(400);
        assertThat(fixture.post(CHANGE + "?note=%1B[2J", "").statusCode()).isEqualTo(400);
        assertThat(fixture.approvals.approvers).isEmpty();
    }

    @Test
    void itsAuthorWithdrawsAChangeAndAnotherPersonRejectsIt() throws Exception {
        assertThat(fixture.delete(CHANGE).body()).isEqualTo("{\"id\":\"" + ID + "\",\"status\":\"withdrawn\"}");
        assertThat(fixture.call(Role.SECURITY, "DELETE", CHANGE + "?note=no", "")
                        .body())
                .contains("rejected");
        assertThat(String.join("", fixture.records()))
                .contains("rejected: change " + ID + " of operator operator-name, digest ee55, note: no");
    }
}
