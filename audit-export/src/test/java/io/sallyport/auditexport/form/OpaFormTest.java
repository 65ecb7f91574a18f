package io.sallyport.auditexport.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpaFormTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The members of {@code EventV1} in OPA v1.22.2. */
    private static final Set<String> MEMBERS = Set.of(
            "labels",
            "decision_id",
            "batch_decision_id",
            "trace_id",
            "span_id",
            "revision",
            "bundles",
            "path",
            "query",
            "input",
            "result",
            "intermediate_results",
            "mapped_result",
            "nd_builtin_cache",
            "erased",
            "masked",
            "error",
            "requested_by",
            "timestamp",
            "metrics",
            "req_id",
            "rule_labels",
            "request_context",
            "custom");

    @Test
    void eventsHaveTheMembersOfADecisionLogOnly() {
        for (byte[] line : TrialLog.of(TrialLog.KINDS).cutOff("{\"v\"").lines()) {
            JsonNode event = JSON.readTree(ExportForm.OPA.of(line));
            assertThat(MEMBERS).containsAll(event.propertyNames());
            assertThat(event.path("labels").valueStream()).allMatch(JsonNode::isString);
            assertThat(event.path("decision_id").isString()).isTrue();
            assertThat(event.path("timestamp").asString()).matches("[0-9-]+T[0-9:.]+Z");
        }
    }

    @Test
    void aDecisionIsTheResultOfItsInput() {
        JsonNode event = JSON.readTree(
                ExportForm.OPA.of(TrialLog.of(TrialLog.KINDS).lines().getFirst()));
        assertThat(event.path("decision_id").asString()).isEqualTo("a1");
        assertThat(event.path("path").asString()).isEqualTo("sallyport/decision");
        assertThat(event.path("input").path("host").asString()).isEqualTo("api.github.com");
        assertThat(event.path("result").path("allow").asBoolean()).isTrue();
        assertThat(event.path("result").path("rule").asString()).isEqualTo("lease:net.fetch[0]");
        assertThat(event.path("metrics").path("timer_server_handler_ns").asLong())
                .isEqualTo(1_234_000);
        assertThat(event.path("custom").path("seq").asLong()).isEqualTo(1);
    }
}
