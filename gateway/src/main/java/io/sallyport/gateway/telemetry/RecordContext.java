package io.sallyport.gateway.telemetry;

import io.sallyport.audit.AuditEvent;
import io.sallyport.model.trace.TraceContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What records say beside the event, by setting: labels of its sandbox, its trace, and names of parameters. Safe for
 * concurrent use.
 *
 * @param namesQueries whether records of requests have the names of their queries' parameters
 */
public record RecordContext(RecordedLabels labels, RecordSpans spans, boolean namesQueries) {
    /** Records say nothing beside the event. */
    public static final RecordContext NONE = new RecordContext(new RecordedLabels(List.of()), RecordSpans.OFF, false);

    /** Returns {@code event} with what its record bears. */
    public AuditEvent of(AuditEvent event) {
        Map<String, String> borne = labels.of(event.sandbox());
        TraceContext before = event.facts().trace();
        @Nullable TraceContext trace = before == null ? spans.of(event) : before;
        return borne.isEmpty() && trace == null ? event : event.bearing(borne, trace);
    }
}
