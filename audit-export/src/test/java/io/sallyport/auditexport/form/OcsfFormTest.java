package io.sallyport.auditexport.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OcsfFormTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Test
    void eventsOfAllKindsHaveTheFormOfThePublishedClasses() throws IOException {
        for (byte[] line : TrialLog.of(TrialLog.KINDS).cutOff("{\"v\":1,\"au").lines()) {
            byte[] event = ExportForm.OCSF.of(line);
            assertThat(OcsfSchema.problems(event))
                    .describedAs(new String(event, StandardCharsets.UTF_8))
                    .isEmpty();
        }
    }

    @Test
    void theSchemaFindsWhatIsWrong() throws IOException {
        String event = "{\"class_uid\":4001,\"activity_id\":77,\"time\":\"now\",\"nothing\":1,"
                + "\"dst_endpoint\":{\"port\":70000,\"ip\":\"here\"},\"metadata\":{}}";
        assertThat(OcsfSchema.problems(event.getBytes(StandardCharsets.UTF_8)))
                .contains(
                        "/activity_id: not in the list: 77",
                        "/time: not of type long_t",
                        "/nothing: no attribute of the class",
                        "/dst_endpoint/port: out of range",
                        "/dst_endpoint/ip: has not the form",
                        "/metadata/version: required",
                        "/severity_id: required");
    }

    @Test
    void eachKindHasItsClass() {
        List<Integer> classes = TrialLog.of(TrialLog.KINDS).lines().stream()
                .map(line -> event(line).path("class_uid").asInt())
                .toList();
        assertThat(classes)
                .containsExactly(4002, 4002, 4002, 4001, 4001, 4003, 4002, 6003, 6003, 6003, 6003, 6002, 4002);
    }

    @Test
    void theChainIsInTheEvent() {
        byte[] line = TrialLog.of(TrialLog.KINDS).lines().get(1);
        JsonNode event = event(line);
        JsonNode record = JSON.readTree(line);
        assertThat(event.path("metadata").path("sequence").asInt()).isEqualTo(2);
        assertThat(event.path("unmapped").path("prev_hash")).isEqualTo(record.path("prev_hash"));
        assertThat(event.path("unmapped").path("hash")).isEqualTo(record.path("hash"));
        assertThat(event.path("raw_data").asString()).isEqualTo(new String(line, StandardCharsets.UTF_8));
    }

    private static JsonNode event(byte[] line) {
        return JSON.readTree(ExportForm.OCSF.of(line));
    }
}
