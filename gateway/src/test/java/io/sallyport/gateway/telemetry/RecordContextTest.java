package io.sallyport.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.ChangeKind;
import io.sallyport.audit.ModelPart;
import io.sallyport.audit.RequestPart;
import io.sallyport.configuration.TelemetrySettings;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.trace.TraceContext;
import io.sallyport.proxy.telemetry.FinishedSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecordContextTest {
    private static final long NOON = 1_763_467_200_000L;
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final ModelPart MODEL =
            new ModelPart("m", null, null, null, null, null, List.of(), null, new TreeMap<>(), -1, null);

    private final RecordedLabels labels = new RecordedLabels(List.of("team", "job"));
    private final List<FinishedSpan> spans = new ArrayList<>();

    private RecordContext context(int percent) {
        var traces = new TelemetrySettings.Traces(true, percent, null);
        return new RecordContext(labels, new RecordSpans(traces, new Random(1), spans::add), false);
    }

    private static AuditEvent name(String auditId, String sandbox) {
        return AuditEvent.begin(auditId, NOON)
                .sandbox(sandbox, null, 1)
                .took(250)
                .name(RequestPart.name("a.test", "A", null), ReasonCode.NO_GRANT);
    }

    private Map<String, String> borne(String sandbox) {
        return context(0).of(name("01", sandbox)).facts().labels();
    }

    @Test
    void aRecordBearsTheNamedLabelsAsTheyAreNow() {
        assertThat(borne("sb-1")).isEmpty();
        labels.put(SB, Map.of("team", "red", "secret", "x"));
        assertThat(borne("sb-1")).isEqualTo(Map.of("team", "red"));
        assertThat(borne("sb-2")).isEmpty();
        labels.put(SB, Map.of("job", "7"));
        assertThat(borne("sb-1")).isEqualTo(Map.of("job", "7"));
    }

    @Test
    void theEndOfATunnelBearsTheLabelsOfASandboxThatIsGone() {
        labels.put(SB, Map.of("team", "red"));
        labels.end(SB);
        assertThat(borne("sb-1")).isEqualTo(Map.of("team", "red"));
    }

    @Test
    void labelsOfManySandboxesThatAreGoneAreForgotten() {
        labels.put(SB, Map.of("team", "red"));
        for (int i = 0; i < 1_001; i++) {
            var id = new SandboxId("x" + i);
            labels.put(id, Map.of("team", "red"));
            labels.end(id);
        }
        assertThat(borne("x0")).isEmpty();
        assertThat(borne("x1000")).isNotEmpty();
        assertThat(borne("sb-1")).isNotEmpty();
    }

    @Test
    void aSandboxThatCameBackIsNotForgottenWithTheOneBefore() {
        labels.put(SB, Map.of("team", "red"));
        labels.end(SB);
        labels.put(SB, Map.of("team", "blue"));
        for (int i = 0; i < 1_001; i++) {
            var id = new SandboxId("x" + i);
            labels.put(id, Map.of());
            labels.end(id);
        }
        assertThat(borne("sb-1")).isEqualTo(Map.of("team", "blue"));
    }

    @Test
    void whatNoRequestCausedHasASpanOfItsOwnAndItsRecordNamesTheTrace() {
        AuditEvent record = context(100).of(name("01", "sb-1"));
        TraceContext trace = record.facts().trace();
        assertThat(spans).singleElement().satisfies(span -> {
            assertThat(span.context()).isEqualTo(trace);
            assertThat(span.name()).isEqualTo("dns");
            assertThat(span.parent()).isNull();
            assertThat(span.endNanos() - span.startNanos()).isEqualTo(250_000);
            assertThat(span.attributes())
                    .containsEntry("sallyport.reason", "no_grant")
                    .containsEntry("sallyport.verdict", "deny")
                    .containsEntry("sallyport.sandbox", "sb-1")
                    .containsEntry("sallyport.audit_id", "01");
            assertThat(span.attributes().toString()).doesNotContain("a.test");
        });
    }

    @Test
    void theEndOfAStreamIsBelowItsRequest() {
        RecordContext context = context(100);
        context.of(AuditEvent.begin("02", NOON).model(RequestPart.NONE, MODEL, ReasonCode.GRANTED, 200));
        context.of(AuditEvent.begin("02", NOON).took(9).modelEnd(RequestPart.NONE, MODEL, ReasonCode.GRANTED));
        assertThat(spans).extracting(FinishedSpan::name).containsExactly("model", "open");
        assertThat(spans.getLast().parent())
                .isEqualTo(spans.getFirst().context().spanId());
        assertThat(spans.getLast().context().traceId())
                .isEqualTo(spans.getFirst().context().traceId());
    }

    @Test
    void aShareOfThemIsSampledAndTheOthersNameATraceAllTheSame() {
        RecordContext context = context(20);
        for (int i = 0; i < 1_000; i++) {
            assertThat(context.of(name("id-" + i, "sb-1")).facts().trace()).isNotNull();
        }
        assertThat(spans).hasSizeBetween(150, 250);
    }

    @Test
    void callsOfTheControlApiHaveSpansAndChangesWithoutACallHaveNone() {
        RecordContext context = context(100);
        context.of(AuditEvent.begin("03", NOON)
                .change(ChangeKind.ADMIN, RequestPart.call("PUT", "/v1/x"), ReasonCode.GRANTED, 200));
        context.of(AuditEvent.begin("04", NOON).change(ChangeKind.LIFECYCLE, ReasonCode.GRANTED, 0));
        assertThat(spans).extracting(FinishedSpan::name).containsExactly("admin");
    }

    @Test
    void aRequestThroughTheProxyKeepsItsOwnSpan() {
        var own = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);
        labels.put(SB, Map.of("team", "red"));
        AuditEvent record = context(100)
                .of(AuditEvent.begin("05", NOON)
                        .sandbox("sb-1", null, 1)
                        .trace(own)
                        .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200));
        assertThat(record.facts().trace()).isEqualTo(own);
        assertThat(record.facts().labels()).containsKey("team");
        assertThat(spans).isEmpty();
    }
}
