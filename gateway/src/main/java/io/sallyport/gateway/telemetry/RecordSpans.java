package io.sallyport.gateway.telemetry;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.EventFacts;
import io.sallyport.configuration.TelemetrySettings;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Sha256;
import io.sallyport.model.trace.TraceContext;
import io.sallyport.proxy.telemetry.FinishedSpan;
import io.sallyport.proxy.telemetry.SpanSink;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A span for each event that has none of its own, since no request through the proxy caused it: a fetch, a request of a
 * model, a question to DNS or to the decision API, a call of the control API. The audit id chooses trace and sampling,
 * so that the end of a stream is in the trace of its request. Safe for concurrent use; returns at once.
 */
public final class RecordSpans {
    private static final int ALL = 100;
    /** Where in the digits of a digest the trace's id, the span's, and those that choose end. */
    private static final int TRACE_END = 32;

    private static final int SPAN_END = 48;
    private static final int CHOICE_END = 54;

    /** Gives no spans. */
    static final RecordSpans OFF = new RecordSpans(new TelemetrySettings.Traces(false, 0, null), () -> 0, _ -> {});

    private final TelemetrySettings.Traces settings;
    private final RandomGenerator random;
    private final SpanSink sink;

    /** @param random safe for concurrent use */
    public RecordSpans(TelemetrySettings.Traces settings, RandomGenerator random, SpanSink sink) {
        this.settings = settings;
        this.random = random;
        this.sink = sink;
    }

    /** Returns the span of {@code event}, which has ended; null if it has none. */
    @Nullable
    TraceContext of(AuditEvent event) {
        if (!settings.areOn()) {
            return null;
        }
        return switch (event) {
            case AuditEvent.FetchEvent _, AuditEvent.NameEvent _, AuditEvent.QuestionEvent _ -> span(event, false);
            case AuditEvent.ModelEvent model -> span(event, model.isEnd());
            case AuditEvent.ChangeEvent change -> change.request().method() == null ? null : span(event, false);
            case AuditEvent.RequestEvent _, AuditEvent.EndEvent _ -> null;
        };
    }

    private TraceContext span(AuditEvent event, boolean isEnd) {
        EventFacts facts = event.facts();
        String digest = Sha256.hexOf(facts.auditId());
        int chosen = HexFormat.fromHexDigits(digest, SPAN_END, CHOICE_END);
        var own = new TraceContext(
                digest.substring(0, TRACE_END),
                digest.substring(TRACE_END, SPAN_END),
                chosen % ALL < settings.samplePercent());
        if (own.sampled()) {
            emit(event, own, isEnd);
        }
        return own;
    }

    private void emit(AuditEvent event, TraceContext own, boolean isEnd) {
        EventFacts facts = event.facts();
        long start = TimeUnit.MILLISECONDS.toNanos(facts.timeMillis());
        long took = TimeUnit.MICROSECONDS.toNanos(Math.max(0, facts.durationMicros()));
        sink.add(new FinishedSpan(
                isEnd ? own.child(random, true) : own,
                isEnd ? own.spanId() : null,
                isEnd ? "open" : event.kind(),
                !isEnd,
                start,
                start + took,
                isEnd ? Map.of() : attributes(facts),
                facts.reason().verdict() == AuditVerdict.FAIL));
    }

    private static Map<String, String> attributes(EventFacts facts) {
        Map<String, String> attributes = new HashMap<>();
        attributes.put("sallyport.audit_id", facts.auditId());
        attributes.put("sallyport.reason", facts.reason().word());
        attributes.put("sallyport.verdict", facts.reason().verdict().word());
        String sandbox = facts.sandbox();
        if (sandbox != null) {
            attributes.put("sallyport.sandbox", sandbox);
        }
        if (facts.status() != 0) {
            attributes.put("http.response.status_code", Integer.toString(facts.status()));
        }
        return attributes;
    }
}
