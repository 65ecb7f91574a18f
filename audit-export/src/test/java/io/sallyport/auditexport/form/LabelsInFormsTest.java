package io.sallyport.auditexport.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Labels of sandboxes and names of parameters in each form. */
class LabelsInFormsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final byte[] LINE = TrialLog.of(List.of("{\"v\":1,\"audit_id\":\"a1\","
                    + "\"time\":\"2026-11-18T12:00:00.123Z\",\"kind\":\"http\",\"sandbox\":\"sb-1\","
                    + "\"labels\":{\"team\":\"r|e=d act=allow\\n\",\"nested\":{\"a\":1}},\"verdict\":\"deny\","
                    + "\"reason\":\"no_grant\",\"host\":\"a.test\",\"query_names\":[\"*\",\"page\"]"))
            .lines()
            .getFirst();

    private static JsonNode json(ExportForm form) {
        return JSON.readTree(form.of(LINE));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void ocsfHasThemAsLabelsOfTheEventAndUnmapped() {
        JsonNode event = json(ExportForm.OCSF);
        assertThat(texts(event.path("metadata").path("labels"))).containsExactly("team=r|e=d act=allow\n");
        assertThat(texts(event.path("unmapped").path("query_names"))).containsExactly("*", "page");
    }

    @Test
    void opaHasThemInItsCustomMemberAndItsInput() {
        JsonNode event = json(ExportForm.OPA);
        assertThat(texts(event.path("custom").path("labels"))).containsExactly("team=r|e=d act=allow\n");
        assertThat(texts(event.path("input").path("query_names"))).containsExactly("*", "page");
    }

    @Test
    void cefHasThemAsFlexStringsThatBeginNoOtherMember() {
        assertThat(new String(ExportForm.CEF.of(LINE), StandardCharsets.UTF_8))
                .contains(" flexString1=team\\=r|e\\=d act\\=allow\\n flexString1Label=labels"
                        + " flexString2=*,page flexString2Label=query_names ")
                .containsOnlyOnce(" act=deny ")
                .doesNotContain(" act=allow");
    }

    @Test
    void otlpHasThemAsListsOfTexts() {
        JsonNode record = JSON.readTree(OtlpLogs.of(List.of(LINE))).at("/resourceLogs/0/scopeLogs/0/logRecords/0");
        assertThat(record.path("attributes").valueStream().map(JsonNode::toString))
                .contains(
                        "{\"key\":\"sallyport.labels\",\"value\":{\"arrayValue\":{\"values\":"
                                + "[{\"stringValue\":\"team=r|e=d act=allow\\n\"}]}}}",
                        "{\"key\":\"sallyport.query_names\",\"value\":{\"arrayValue\":{\"values\":"
                                + "[{\"stringValue\":\"*\"},{\"stringValue\":\"page\"}]}}}");
    }
}
