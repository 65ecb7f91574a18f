package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every change, and every one that was refused, leaves one record. */
final class RecordsTest {
    @TempDir
    Path folder;

    @Test
    void changesLeaveOneRecordEach() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            fixture.call(Role.RUNNER, "PUT", "/v1/sandboxes/sb-1?rotate=token", "{}");
            fixture.call(Role.RUNNER, "POST", "/v1/sandboxes/sb-1/phase", "{\"phase\":\"execution\"}");
            fixture.call(Role.SECURITY, "PUT", "/v1/guardrails", "{\"rego\":{}}");
            fixture.call(Role.RUNNER, "DELETE", "/v1/sandboxes/sb-1", "");
            fixture.get("/v1/sandboxes");
            List<String> records = fixture.records();
            assertThat(records).hasSize(4);
            assertThat(records.get(0))
                    .contains("\"kind\":\"policy\",\"sandbox\":\"sb-1\",\"generation\":1,\"verdict\":\"allow\"")
                    .contains("\"reason\":\"granted\",\"rule\":\"role:runner\",\"status\":201")
                    .contains("\"method\":\"PUT\",\"path\":\"/v1/sandboxes/sb-1\"")
                    .doesNotContain("rotate");
            assertThat(records.get(1)).contains("\"kind\":\"admin\"", "/phase");
            assertThat(records.get(2)).contains("\"kind\":\"policy\"", "\"rule\":\"role:security\"", "digest cd34");
            assertThat(records.get(3)).contains("\"kind\":\"admin\"", "\"method\":\"DELETE\"", "\"status\":204");
        }
    }

    @Test
    void refusedChangesLeaveOneRecordEach() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            fixture.put("/v1/sandboxes/sb-1", "{");
            fixture.put("/v1/sandboxes/sb-1", "{\"leese\":1}");
            fixture.control.next = new SandboxAnswer.Refused(
                    List.of(Diagnostic.error("lease", 1, 1, DiagnosticCode.BAD_PATTERN, "no pattern", null)));
            fixture.put("/v1/sandboxes/sb-1", "{}");
            fixture.control.next = new SandboxAnswer.MovedOn(7);
            fixture.put("/v1/sandboxes/sb-1", "{}");
            fixture.call(Role.RUNNER, "DELETE", "/v1/sandboxes/sb-9", "");
            List<String> records = fixture.records();
            assertThat(records).hasSize(5).allMatch(line -> line.contains("\"verdict\":\"reject\""));
            assertThat(records.get(0)).contains("\"reason\":\"document_refused\"", "\"status\":400", ": NOT_JSON");
            assertThat(records.get(1)).contains("\"status\":422", ": UNKNOWN_MEMBER");
            assertThat(records.get(2)).contains("\"status\":422", ": BAD_PATTERN");
            assertThat(records.get(3)).contains("\"reason\":\"state_conflict\"", "\"status\":412");
            assertThat(records.get(4)).contains("\"reason\":\"state_conflict\"", "\"status\":404");
        }
    }

    @Test
    void withoutAnAuditNothingIsChangedButTakenAway() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            fixture.put("/v1/sandboxes/sb-1", "{}");
            fixture.audit.close();
            HttpResponse<String> put = fixture.put("/v1/sandboxes/sb-2", "{}");
            assertThat(put.statusCode()).isEqualTo(503);
            assertThat(put.body()).contains("the audit log cannot be written");
            assertThat(fixture.put("/v1/guardrails", "{\"rego\":{}}").statusCode())
                    .isEqualTo(503);
            assertThat(fixture.call(Role.RUNNER, "DELETE", "/v1/sandboxes/sb-1", "")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(fixture.control.asked).containsExactly("put sb-1", "delete sb-1");
        }
    }
}
