package io.sallyport.gateway.metrics;

import io.prometheus.metrics.tracer.common.SpanContext;
import io.sallyport.model.trace.TraceContext;
import org.jspecify.annotations.Nullable;

/** The span of a duration while it is recorded, as Prometheus' client asks for it. Safe for concurrent use. */
public final class ExemplarSpan implements SpanContext {
    private static final ThreadLocal<TraceContext> CURRENT = new ThreadLocal<>();

    /** Runs {@code recording}, whose exemplar, if it becomes one, names {@code span}. */
    void during(TraceContext span, Runnable recording) {
        CURRENT.set(span);
        try {
            recording.run();
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public @Nullable String getCurrentTraceId() {
        TraceContext span = CURRENT.get();
        return span == null ? null : span.traceId();
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        TraceContext span = CURRENT.get();
        return span == null ? null : span.spanId();
    }

    @Override
    public boolean isCurrentSpanSampled() {
        return CURRENT.get() != null;
    }

    @Override
    public void markCurrentSpanAsExemplar() {}
}
