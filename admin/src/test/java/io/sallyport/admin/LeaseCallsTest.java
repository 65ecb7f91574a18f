package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.calls.LeaseControl.Metric;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LeaseCallsTest {
    private static final String LEASE = "/v1/leases/job-1";
    private static final String BODY = """
            {"lease": {"net.fetch": ["https://a.test/**"]}, "lease_constraints": null, "parent": "job-0",
             "subject": {"job_id": "j1", "agent": "writer@1"}, "sandbox": "box", "audience": "a"}""";

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void aLeaseIsAnsweredWithItsCredentialOnce() throws Exception {
        HttpResponse<String> first = fixture.put(LEASE, BODY);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body())
                .isEqualTo("{\"lease_id\":\"job-1\",\"state\":\"active\",\"parent\":\"job-0\","
                        + "\"subject\":{\"agent\":\"writer@1\",\"job_id\":\"j1\"},\"sandbox\":\"box\",\"audience\":\"a\","
                        + "\"effective\":{\"lease\":{\"net.fetch\": [\"https://a.test/**\"]},"
                        + "\"lease_constraints\":{\"expires_at\":\"2030-01-01T00:00:00Z\"}},"
                        + "\"remaining\":{\"USD\":\"0.70\"},\"diagnostics\":[],"
                        + "\"credential\":{\"id\":\"job-1\",\"scheme\":\"bearer\",\"value\":\"val/ue\","
                        + "\"endpoint\":\"http://127.0.0.1:3128\",\"profile\":\"generic\","
                        + "\"constraints\":{\"expires_at\":\"2030-01-01T00:00:00Z\",\"cost.budget\":[\"USD:1.00\"]}}}");
        HttpResponse<String> second = fixture.put(LEASE, BODY);
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).doesNotContain("val/ue", "\"value\"");
        assertThat(fixture.get(LEASE).body()).contains("\"state\":\"active\"").doesNotContain("\"value\"");
        assertThat(fixture.put(LEASE, "{\"lease\": {}}").statusCode()).isEqualTo(409);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                              | 400 | NO_LEASE
            {"lease": []}                                   | 422 | WRONG_TYPE
            {"lease": {}, "leese": 1}                       | 422 | UNKNOWN_MEMBER
            {"lease": {}, "parent": ".."}                   | 422 | WRONG_VALUE
            {"lease": {}, "subject": {"job": "x"}}          | 422 | UNKNOWN_MEMBER
            {"lease": {}, "subject": {"job_id": "x\\u0007"}} | 422 | WRONG_VALUE
            {"lease": {}, "lease": {}}                      | 400 | DUPLICATE_MEMBER
            {"lease": {}} 1                                 | 400 | TRAILING_TEXT
            """)
    void whatIsNoLeaseIsRefusedAndStored(String body, int status, String code) throws Exception {
        HttpResponse<String> answer = fixture.put(LEASE, body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(code);
        assertThat(fixture.leases.taken).isEmpty();
    }

    @Test
    void revokingIsIdempotentAndRotationNamesTheNewValue() throws Exception {
        assertThat(fixture.post(LEASE + "/rotate", "").statusCode()).isEqualTo(404);
        fixture.put(LEASE, BODY);
        assertThat(fixture.post(LEASE + "/rotate", "").body()).contains("\"value\":\"other\"");
        assertThat(fixture.delete(LEASE).statusCode()).isEqualTo(204);
        assertThat(fixture.delete(LEASE).statusCode()).isEqualTo(204);
        assertThat(fixture.get(LEASE).statusCode()).isEqualTo(404);
    }

    @Test
    void aMetricsNumberIsReadAsText() throws Exception {
        fixture.put(LEASE, BODY);
        String metrics = LEASE + "/metrics";
        HttpResponse<String> answer =
                fixture.post(metrics, "{\"name\": \"cost.x\", \"value\": 0.10000000000000000001, \"unit\": \"USD\"}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"counted\":true,\"state\":\"active\",\"remaining\":{\"USD\":\"0.70\"}}");
        assertThat(fixture.leases.metric).hasValue(new Metric("cost.x", "0.10000000000000000001", "USD"));
        fixture.post(metrics, "{\"name\": \"cost.x\", \"value\": \"1\", \"unit\": \"USD\"}");
        assertThat(fixture.leases.metric).hasValue(new Metric("cost.x", null, "USD"));
        assertThat(fixture.post(metrics, "{\"name\": \"cost.x\", \"value\": NaN}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(fixture.post(metrics, "{\"value\": 1}").statusCode()).isEqualTo(400);
        assertThat(fixture.post(metrics, "{\"name\": \"cost.x\", \"value\": 1, \"job\": 1}")
                        .statusCode())
                .isEqualTo(422);
        assertThat(fixture.post("/v1/sandboxes/sb-1/metrics", "{\"name\": \"cost.x\", \"value\": 1}")
                        .statusCode())
                .isEqualTo(200);
    }
}
