package io.sallyport.gateway.telemetry;

import io.sallyport.auditexport.form.OtlpJson;
import io.sallyport.proxy.telemetry.FinishedSpan;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Spans as a message of OTLP ({@code ExportTraceServiceRequest} in JSON). */
final class OtlpSpans {
    private static final int INTERNAL = 1;
    private static final int SERVER = 2;
    private static final int ERROR = 2;

    private OtlpSpans() {}

    static byte[] message(List<FinishedSpan> spans) {
        return OtlpJson.message(
                "resourceSpans",
                "scopeSpans",
                "spans",
                "io.sallyport",
                json -> spans.forEach(span -> write(json, span)));
    }

    private static void write(JsonGenerator json, FinishedSpan span) {
        json.writeStartObject();
        json.writeStringProperty("traceId", span.context().traceId());
        json.writeStringProperty("spanId", span.context().spanId());
        String parent = span.parent();
        if (parent != null) {
            json.writeStringProperty("parentSpanId", parent);
        }
        json.writeStringProperty("name", span.name());
        json.writeNumberProperty("kind", span.serves() ? SERVER : INTERNAL);
        OtlpJson.number(json, "startTimeUnixNano", span.startNanos());
        OtlpJson.number(json, "endTimeUnixNano", span.endNanos());
        OtlpJson.attributes(json, span.attributes());
        json.writeObjectPropertyStart("status");
        if (span.failed()) {
            json.writeNumberProperty("code", ERROR);
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
