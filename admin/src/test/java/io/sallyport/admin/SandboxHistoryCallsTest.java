package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SandboxHistoryCallsTest {
    private static final String SANDBOX = "/v1/sandboxes/sb-1";

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void theHistoryListsGenerationsWithoutTheirDocuments() throws Exception {
        assertThat(fixture.get(SANDBOX + "/history").body())
                .isEqualTo("{\"id\":\"sb-1\",\"history\":["
                        + "{\"generation\":5,\"digest\":\"d5\",\"phase\":\"execution\",\"in_force\":true},"
                        + "{\"generation\":2,\"digest\":\"d2\",\"phase\":\"execution\",\"in_force\":false}],"
                        + "\"max_history\":51}");
        assertThat(fixture.get("/v1/sandboxes/sb-2/history").statusCode()).isEqualTo(404);
    }

    @Test
    void oneGenerationIsReadByItsNumber() throws Exception {
        assertThat(fixture.get(SANDBOX + "/history/2").body())
                .isEqualTo("{\"generation\":2,\"identity\":false,\"documents\":"
                        + "{\"lease\":{\"net.fetch\": [\"https://old.test/\"]}}}");
        for (String other : List.of("3", "02", "x", "2147483650")) {
            assertThat(fixture.get(SANDBOX + "/history/" + other).statusCode())
                    .as(other)
                    .isEqualTo(404);
        }
    }

    @Test
    void aRollbackHoldsItsConditionAndNamesWhatIsNotKept() throws Exception {
        HttpResponse<String> done =
                fixture.call(Role.RUNNER, "POST", SANDBOX + "/rollback", "{\"generation\":2}", "If-Match", "\"5\"");
        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(done.headers().firstValue("ETag")).contains("\"6\"");
        assertThat(fixture.call(Role.RUNNER, "POST", SANDBOX + "/rollback", "{\"generation\":2}", "If-Match", "\"4\"")
                        .statusCode())
                .isEqualTo(412);
        assertThat(fixture.call(Role.RUNNER, "POST", SANDBOX + "/rollback", "{\"generation\":3}")
                        .body())
                .contains("NOT_KEPT");
        for (String body : List.of("{}", "{\"generation\":0}", "{\"generation\":\"2\"}", "{\"epoch\":2}")) {
            assertThat(fixture.call(Role.RUNNER, "POST", SANDBOX + "/rollback", body)
                            .statusCode())
                    .as(body)
                    .isIn(400, 422);
        }
    }
}
