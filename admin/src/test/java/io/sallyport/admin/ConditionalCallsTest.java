package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls with If-Match and If-None-Match (RFC 9110 section 13). */
final class ConditionalCallsTest {
    private static final String GUARDRAILS = "/v1/guardrails";
    private static final String REGO = "{\"rego\":{}}";

    @RegisterExtension
    final AdminFixture fixture = AdminFixture.ofTheTest();

    @Test
    void guardrailsHaveATagThatAPutMayNeed() throws Exception {
        String tag = fixture.get(GUARDRAILS).headers().firstValue("etag").orElseThrow();
        assertThat(tag).isEqualTo("\"4-cd34\"");
        for (String held : List.of(tag, "*", "\"x\", " + tag)) {
            HttpResponse<String> put = fixture.put(GUARDRAILS, REGO, "If-Match", held);
            assertThat(put.statusCode()).as(held).isEqualTo(200);
            assertThat(put.headers().firstValue("etag")).as(held).contains(tag);
        }
        assertThat(fixture.control.guardrailChanges).hasSize(3);
    }

    @Test
    void guardrailsThatMovedOnAre412WithTheTagInForce() throws Exception {
        for (String query : List.of("", "?dry_run=true")) {
            HttpResponse<String> late = fixture.put(GUARDRAILS + query, REGO, "If-Match", "\"3-ab12\"");
            assertThat(late.statusCode()).isEqualTo(412);
            assertThat(late.headers().firstValue("etag")).contains("\"4-cd34\"");
            assertThat(late.body()).contains("\"code\":\"MOVED_ON\"", "epoch 4");
            assertThat(fixture.put(GUARDRAILS + query, REGO, "If-None-Match", "*")
                            .statusCode())
                    .isEqualTo(412);
        }
        assertThat(String.join("", fixture.records())).contains("MOVED_ON");
    }

    @Test
    void aDryRunHasNoTag() throws Exception {
        HttpResponse<String> dry = fixture.put(GUARDRAILS + "?dry_run=true", REGO, "If-Match", "\"4-cd34\"");
        assertThat(dry.statusCode()).isEqualTo(200);
        assertThat(dry.headers().firstValue("etag")).isEmpty();
    }

    @Test
    void whoHasTheVersionIsSentNoBody() throws Exception {
        fixture.put("/v1/sandboxes/sb-1", "{}");
        for (String path : List.of(GUARDRAILS, "/v1/sandboxes/sb-1")) {
            String tag = fixture.get(path).headers().firstValue("etag").orElseThrow();
            for (String had : List.of(tag, "W/" + tag, "*")) {
                String answer = raw(path, "If-None-Match: " + had);
                assertThat(answer).as(had).startsWith("HTTP/1.1 304").endsWith("\r\n\r\n");
                assertThat(answer).containsIgnoringCase("etag: " + tag).doesNotContainIgnoringCase("content-length");
            }
            assertThat(raw(path, "If-None-Match: \"other\"")).startsWith("HTTP/1.1 200");
            assertThat(raw(path, "If-Match: \"other\"")).startsWith("HTTP/1.1 412");
        }
    }

    @Test
    void aSandboxIsCreatedOnlyWhereThereIsNone() throws Exception {
        String path = "/v1/sandboxes/sb-1";
        assertThat(fixture.put(path, "{}", "If-Match", "*").statusCode()).isEqualTo(412);
        assertThat(fixture.put(path, "{}", "If-None-Match", "*").statusCode()).isEqualTo(201);
        assertThat(fixture.put(path, "{}", "If-None-Match", "*").statusCode()).isEqualTo(412);
        assertThat(fixture.put(path, "{}", "If-Match", "*").statusCode()).isEqualTo(200);
    }

    @Test
    void aConditionThatIsNotOneIsRefusedBeforeTheBody() throws Exception {
        String many = "\"a\",".repeat(EntityTags.MAX_TAGS) + "\"a\"";
        for (String bad : List.of("x", "W/\"4-cd34\"", "\"a", "\"a\"b\"", "*, \"a\"", "\"\"", many)) {
            assertThat(fixture.put(GUARDRAILS, "no JSON", "If-Match", bad).body())
                    .as(bad)
                    .contains("INVALID_HEADER");
        }
        assertThat(raw(GUARDRAILS, "If-Match: *\r\nIf-Match: *")).startsWith("HTTP/1.1 400");
        assertThat(raw(GUARDRAILS, "If-Match: *\r\nIf-None-Match: *")).startsWith("HTTP/1.1 400");
        assertThat(fixture.control.guardrailChanges).isEmpty();
    }

    @Test
    void aCallThatChecksNoConditionRefusesIt() throws Exception {
        for (String path : List.of("/v1/leases/job-1", "/v1/sandboxes/sb-1/skills")) {
            assertThat(fixture.put(path, "{}", "If-Match", "*").body())
                    .as(path)
                    .contains("INVALID_HEADER", "takes neither");
        }
        assertThat(raw("/v1/sandboxes", "If-None-Match: *")).startsWith("HTTP/1.1 400");
    }

    private String raw(String path, String header) throws IOException {
        return fixture.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + AdminFixture.bearer(Role.OPERATOR) + header + "\r\n\r\n");
    }
}
