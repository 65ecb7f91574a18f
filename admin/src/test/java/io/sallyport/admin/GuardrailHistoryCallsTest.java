package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.ChangeOrigin;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class GuardrailHistoryCallsTest {
    private static final String HISTORY = "/v1/guardrails/history";
    private static final String ROLLBACK = "/v1/guardrails/rollback";

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void theHistoryNamesAuthorsAndHoldsNoRego() throws Exception {
        assertThat(fixture.get(HISTORY).body())
                .isEqualTo("{\"history\":[{\"epoch\":4,\"digest\":\"cd34\",\"revision\":\"2026-11-01\","
                        + "\"author\":{\"role\":\"unknown\"},\"compiled\":false},"
                        + "{\"epoch\":3,\"digest\":\"ab12\",\"time\":\"1970-01-01T00:00:01Z\","
                        + "\"author\":{\"role\":\"security\",\"name\":\"ci.token\"},\"note\":\"close gists\","
                        + "\"restores\":1,\"compiled\":false}]}");
    }

    @Test
    void oneSetIsReadByItsEpochOrItsDigest() throws Exception {
        for (String version : List.of("3", "ab12")) {
            assertThat(fixture.get(HISTORY + "/" + version).body())
                    .contains("\"epoch\":3", "\"rego\":{\"a.rego\":\"package x\\n\"}");
        }
        assertThat(fixture.get(HISTORY + "/9").statusCode()).isEqualTo(404);
    }

    @Test
    void twoSetsAreComparedAndTheNewestWhereNoneIsNamed() throws Exception {
        String diff = fixture.get(HISTORY + "/diff?from=3&to=cd34").body();
        assertThat(diff)
                .contains("\"from\":3,\"to\":4", "-package x\\n+package sallyport.guardrails\\n", "+++ data.json");
        assertThat(fixture.get(HISTORY + "/diff?from=3").body()).isEqualTo(diff);
        assertThat(fixture.get(HISTORY + "/diff?from=3&to=3").body()).endsWith("\"diff\":\"\"}");
        assertThat(fixture.get(HISTORY + "/diff").statusCode()).isEqualTo(400);
        assertThat(fixture.get(HISTORY + "/diff?from=3&to=9").statusCode()).isEqualTo(404);
    }

    @Test
    void aRollbackIsAChangeByTheCaller() throws Exception {
        HttpResponse<String> back =
                fixture.call(Role.SECURITY, "POST", ROLLBACK + "?note=too%20strict", "{\"epoch\":3}");
        assertThat(back.statusCode()).isEqualTo(200);
        assertThat(fixture.control.guardrailChanges)
                .singleElement()
                .satisfies(change -> assertThat(change.rego()).containsValue("package x\n"));
        assertThat(fixture.control.origins)
                .containsExactly(new ChangeOrigin("security", "security-name", "too strict", null, null));
        assertThat(String.join("", fixture.records()))
                .contains("\"kind\":\"policy\"", "restores epoch 3", "note: too strict");
    }

    @Test
    void aRollbackKeepsConditionsAndDryRuns() throws Exception {
        assertThat(fixture.call(Role.SECURITY, "POST", ROLLBACK + "?dry_run=true", "{\"epoch\":3}")
                        .body())
                .contains("\"status\":\"checked\"");
        assertThat(fixture.call(Role.SECURITY, "POST", ROLLBACK, "{\"epoch\":8}")
                        .statusCode())
                .isEqualTo(404);
        for (String body : List.of("{}", "{\"epoch\":0}", "{\"epoch\":1.5}", "{\"epoch\":\"3\"}")) {
            assertThat(fixture.call(Role.SECURITY, "POST", ROLLBACK, body).statusCode())
                    .as(body)
                    .isBetween(400, 422);
        }
        assertThat(fixture.call(Role.RUNNER, "POST", ROLLBACK, "{\"epoch\":3}").statusCode())
                .isEqualTo(403);
    }

    @Test
    void aNoteIsOneShortLine() throws Exception {
        String longest = "x".repeat(ChangeOrigin.MAX_NOTE);
        assertThat(fixture.put("/v1/guardrails?note=" + longest, "{\"rego\":{}}")
                        .statusCode())
                .isEqualTo(200);
        for (String note : List.of(longest + "x", "a%0Ab", "%1B[2J", "%E2%80%AE")) {
            assertThat(fixture.put("/v1/guardrails?note=" + note, "{\"rego\":{}}")
                            .statusCode())
                    .as(note)
                    .isEqualTo(400);
        }
    }
}
