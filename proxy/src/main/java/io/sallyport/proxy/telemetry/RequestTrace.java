package io.sallyport.proxy.telemetry;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.trace.TraceContext;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The span of one request while it lasts, and those of its steps. One that is not sampled only names itself. Confined
 * to the event loop of its connection.
 */
public final class RequestTrace {
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY");
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TraceContext context;
    private final @Nullable TraceContext parent;
    private final boolean propagates;
    private final RandomGenerator random;
    private final SpanSink sink;
    private final long zeroNanos; // what is added to elapsed time makes it time since the epoch
    private final long startNanos;
    private final Map<RequestStep, Interval> steps = new EnumMap<>(RequestStep.class);
    private long endNanos = -1;

    private record Interval(long beginNanos, long endNanos) {}

    /**
     * @param context the span of the request
     * @param parent the span of the client that asked, or null
     * @param propagates whether targets are told of it
     * @param random for ids of spans
     */
    public RequestTrace(
            TraceContext context,
            @Nullable TraceContext parent,
            boolean propagates,
            RandomGenerator random,
            SpanSink sink,
            long epochMillis,
            long startNanos) {
        this.context = context;
        this.parent = parent;
        this.propagates = propagates;
        this.random = random;
        this.sink = sink;
        this.zeroNanos = epochMillis * NANOS_PER_MILLI - startNanos;
        this.startNanos = startNanos;
    }

    public TraceContext context() {
        return context;
    }

    /** Returns whether the client named a span that this one follows. */
    public boolean hasParent() {
        return parent != null;
    }

    public boolean propagates() {
        return propagates;
    }

    /** Notes that a step began now, or begins anew. */
    public void begins(RequestStep step, long nowNanos) {
        if (context.sampled()) {
            steps.put(step, new Interval(nowNanos, -1));
        }
    }

    /** Notes that a step ended now; later ends of it are no news. */
    public void ends(RequestStep step, long nowNanos) {
        Interval begun = steps.get(step);
        if (begun != null && begun.endNanos < 0) {
            steps.put(step, new Interval(begun.beginNanos, nowNanos));
        }
    }

    /**
     * Ends the request with its record, and its steps with it. What follows the record of a tunnel or a stream, until
     * its own end, is a span behind that of the request.
     */
    public void recorded(
            @Nullable String method, @Nullable String sandbox, ReasonCode reason, int status, long nowNanos) {
        if (!context.sampled()) {
            return;
        }
        if (endNanos >= 0) {
            emit(context.child(random, true), context.spanId(), "open", false, endNanos, nowNanos, Map.of(), reason);
            return;
        }
        endNanos = nowNanos;
        Map<String, String> attributes = new HashMap<>();
        attributes.put("sallyport.reason", reason.word());
        attributes.put("sallyport.verdict", reason.verdict().word());
        if (sandbox != null) {
            attributes.put("sallyport.sandbox", sandbox);
        }
        if (status != 0) {
            attributes.put("http.response.status_code", Integer.toString(status));
        }
        String name = method != null && METHODS.contains(method) ? method : "HTTP";
        attributes.put("http.request.method", name.equals("HTTP") ? "_OTHER" : name);
        String above = parent == null ? null : parent.spanId();
        emit(context, above, name, true, startNanos, nowNanos, attributes, reason);
        steps.forEach((step, interval) -> emit(
                context.child(random, true),
                context.spanId(),
                step.spanName(),
                false,
                interval.beginNanos,
                interval.endNanos < 0 ? nowNanos : interval.endNanos,
                Map.of(),
                ReasonCode.GRANTED));
        steps.clear();
    }

    private void emit(
            TraceContext span,
            @Nullable String above,
            String name,
            boolean serves,
            long beginNanos,
            long untilNanos,
            Map<String, String> attributes,
            ReasonCode reason) {
        sink.add(new FinishedSpan(
                span,
                above,
                name,
                serves,
                zeroNanos + beginNanos,
                zeroNanos + untilNanos,
                attributes,
                reason.verdict() == AuditVerdict.FAIL));
    }
}
