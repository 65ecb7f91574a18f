package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Traces of real requests, to their targets, records and a collector of OTLP. */
class TracedRequestsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";
    private static final String PARENT = "traceparent: 00-" + TRACE + "-" + SPAN + "-00";

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void needsCurl() {
        require("curl");
    }

    private Rig rig(Origin target, String more) throws Exception {
        return Rig.start(folder, Map.of("plain.test:80", target.hostPort()), more);
    }

    private static Origin origin() {
        return Origin.plain(_ -> Answer.text(200, "hello"));
    }

    private static String sent(Origin target, String name) {
        return String.valueOf(target.received().getLast().header(name));
    }

    @Test
    void aTraceThatCannotBeReadIsReplacedAndItsStateIsDropped() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "traces: {propagate: true}")) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            for (String bad : List.of("00-" + TRACE + "-" + SPAN + "-00x", "ff-" + TRACE + "-" + SPAN + "-00", "x")) {
                rig.curl(env, "-H", "traceparent: " + bad, "-H", "tracestate: a=b", "http://plain.test/a");
                assertThat(sent(target, "traceparent"))
                        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]")
                        .doesNotContain(TRACE);
                assertThat(sent(target, "tracestate")).isEqualTo("null");
            }
            rig.curl(env, "-H", PARENT, "-H", PARENT.replace(SPAN, "00f067aa0ba902b8"), "http://plain.test/a");
            assertThat(sent(target, "traceparent")).doesNotContain(TRACE);
            assertThat(target.received().getLast().headers().stream()
                            .filter(header -> header.getKey().equalsIgnoreCase("traceparent")))
                    .hasSize(1);
        }
    }

    @Test
    void whatAClientSaysOfSamplingIsNotFollowed() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "traces: {propagate: true, sample: 0}")) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            rig.curl(env, "-H", PARENT.replaceFirst("-00$", "-01"), "http://plain.test/a");
            assertThat(sent(target, "traceparent")).startsWith("00-" + TRACE).endsWith("-00");
        }
    }

    @Test
    void withoutTheSettingNothingIsTracedAndFieldsOfClientsGoOnAsTheyCame() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "")) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            rig.curl(env, "-H", PARENT, "http://plain.test/a");
            assertThat("traceparent: " + sent(target, "traceparent")).isEqualTo(PARENT);
            assertThat(rig.lastRequest().has("trace_id")).isFalse();
        }
    }

    @Test
    void spansOfARequestReachTheCollectorUnderTheClientsAndTheTargetsAreBelowThem() throws Exception {
        Path headers = Files.writeString(folder.resolve("headers"), "x-tenant: blue\n");
        try (Origin target = origin();
                Origin collector = origin();
                Rig rig = rig(target, """
                        traces:
                          propagate: true
                          sample: 100
                          otlp: {endpoint: "http://%s", interval: "50ms", headers_file: "%s"}
                        """.formatted(collector.hostPort(), headers))) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            rig.curl(env, "-H", PARENT, "-H", "tracestate: a=b", "http://plain.test/secret-path?q=secret");

            assertThat(sent(target, "tracestate")).isEqualTo("a=b");
            assertThat(rig.lastRequest().path("trace_id").asString("")).isEqualTo(TRACE);
            List<JsonNode> spans = spans(collector, 6).stream() // one is that of the PUT
                    .filter(span -> span.path("traceId").asString("").equals(TRACE))
                    .toList();
            assertThat(spans)
                    .extracting(span -> span.path("name").asString(""))
                    .containsExactlyInAnyOrder("GET", "identity", "decision", "dial", "first byte");
            assertThat(spans).allSatisfy(span -> {
                assertThat(span.path("traceId").asString("")).isEqualTo(TRACE);
                assertThat(Long.parseLong(span.path("endTimeUnixNano").asString("")))
                        .isGreaterThanOrEqualTo(
                                Long.parseLong(span.path("startTimeUnixNano").asString("")));
            });
            JsonNode request = named(spans, "GET");
            String own = request.path("spanId").asString("");
            assertThat(request.path("parentSpanId").asString("")).isEqualTo(SPAN);
            assertThat(named(spans, "dial").path("parentSpanId").asString("")).isEqualTo(own);
            assertThat(sent(target, "traceparent")).isEqualTo("00-" + TRACE + "-" + own + "-01");
            assertThat(request.toString()).contains("sallyport.verdict", "sb-1").doesNotContain("secret");
            assertThat(collector.received().getFirst())
                    .returns("/v1/traces", ReceivedRequest::target)
                    .returns("blue", received -> received.header("x-tenant"))
                    .returns("application/json", received -> received.header("content-type"));
        }
    }

    @Test
    void metricsReachTheCollectorWithTheSampledTraceAsExemplar() throws Exception {
        try (Origin target = origin();
                Origin collector = origin();
                Rig rig = rig(target, """
                        metrics: {otlp: {endpoint: "http://%s/base/", interval: "200ms"}}
                        traces: {propagate: true, sample: 100}
                        """.formatted(collector.hostPort()))) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            rig.curl(env, "-H", PARENT, "http://plain.test/a");
            int before = collector.received().size();
            ReceivedRequest export = collector.awaitReceived(before + 2, SOON).getLast();

            assertThat(export.target()).isEqualTo("/base/v1/metrics");
            List<JsonNode> metrics = list(export, "resourceMetrics", "scopeMetrics", "metrics");
            JsonNode decisions = named(metrics, "sallyport_decisions").path("sum");
            assertThat(decisions.path("isMonotonic").asBoolean(false)).isTrue();
            assertThat(decisions.path("dataPoints").path(0).path("asDouble").asDouble(0))
                    .isEqualTo(1);
            JsonNode added = named(metrics, "sallyport_added_seconds")
                    .path("histogram")
                    .path("dataPoints")
                    .path(0);
            assertThat(added.path("bucketCounts").size())
                    .isEqualTo(added.path("explicitBounds").size() + 1);
            assertThat(added.path("exemplars").toString()).contains(TRACE);
            assertThat(rig.metrics()).contains("sallyport_otlp_exports_total{outcome=\"sent\"}");
        }
    }

    @Test
    void aScraperThatTakesOpenMetricsGetsTheSampledTraceAsExemplar() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "traces: {propagate: true, sample: 100}")) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            rig.curl(env, "-H", PARENT, "http://plain.test/a");
            assertThat(rig.metrics("application/openmetrics-text; version=1.0.0"))
                    .containsPattern(
                            "sallyport_request_seconds_bucket\\{door=\"http\",le=\"[^\"]+\"} 1 # \\{span_id=\"[0-9a-f]{16}\","
                                    + "trace_id=\"" + TRACE + "\"}")
                    .endsWith("# EOF\n");
            assertThat(rig.metrics()).doesNotContain(TRACE).doesNotContain("# EOF");
        }
    }

    @Test
    void callsOfTheControlApiAndQuestionsHaveSpansAndTheirRecordsNameThem() throws Exception {
        try (Origin target = origin();
                Origin collector = origin();
                Rig rig = rig(target, """
                        traces:
                          sample: 100
                          otlp: {endpoint: "http://%s", interval: "50ms"}
                        """.formatted(collector.hostPort()))) {
            rig.grant(Rig.SB, "http://plain.test/secret-path/**");
            JsonNode span = spans(collector, 1).getFirst();
            JsonNode record = rig.records("policy").getLast();
            assertThat(span.path("name").asString("")).isEqualTo("policy");
            assertThat(span.path("traceId")).isEqualTo(record.path("trace_id"));
            assertThat(span.toString())
                    .contains("sallyport.audit_id", record.path("audit_id").asString(""))
                    .doesNotContain("secret-path", "/v1/");
        }
    }

    @Test
    void aCollectorThatIsDownDelaysNothingAndItsSpansAreCountedAsDropped() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(
                        target,
                        "traces: {sample: 100, otlp: {endpoint: \"http://127.0.0.1:1\", interval: \"20ms\"}}")) {
            Map<String, String> env = rig.grant(Rig.SB, "http://plain.test/**");
            String metrics = "";
            long until = System.nanoTime() + SOON.toNanos();
            while (!metrics.matches("(?s).*sallyport_spans_dropped_total [1-9].*")) {
                assertThat(System.nanoTime()).isLessThan(until);
                assertThat(rig.curl(env, "http://plain.test/a")).isEqualTo("200 000");
                metrics = rig.metrics();
            }
            assertThat(metrics).contains("sallyport_otlp_exports_total{outcome=\"failed\"}");
        }
    }

    private static JsonNode named(List<JsonNode> all, String name) {
        return all.stream()
                .filter(each -> each.path("name").asString("").equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the spans that the collector has, once there are so many. */
    private static List<JsonNode> spans(Origin collector, int count) {
        List<JsonNode> spans = new ArrayList<>();
        for (int messages = 1; spans.size() < count; messages++) {
            ReceivedRequest message = collector.awaitReceived(messages, SOON).get(messages - 1);
            spans.addAll(list(message, "resourceSpans", "scopeSpans", "spans"));
        }
        return spans;
    }

    private static List<JsonNode> list(ReceivedRequest message, String outer, String inner, String name) {
        List<JsonNode> all = new ArrayList<>();
        JSON.readTree(message.body().text())
                .path(outer)
                .path(0)
                .path(inner)
                .path(0)
                .path(name)
                .forEach(all::add);
        return all;
    }
}
