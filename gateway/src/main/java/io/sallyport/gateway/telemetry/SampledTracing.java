package io.sallyport.gateway.telemetry;

import io.sallyport.configuration.TelemetrySettings;
import io.sallyport.model.trace.TraceContext;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.telemetry.RequestTrace;
import io.sallyport.proxy.telemetry.RequestTracing;
import io.sallyport.proxy.telemetry.SpanSink;
import io.sallyport.proxy.telemetry.TraceFields;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Traces all requests by name, and records the spans of a share of them. A client's trace is followed, but what it says
 * of sampling is not: it would choose the gateway's work. Safe for concurrent use.
 */
public final class SampledTracing implements RequestTracing {
    private static final int ALL = 100;

    private final boolean propagates;
    private final int percent;
    private final RandomGenerator random;
    private final SpanSink sink;

    private SampledTracing(TelemetrySettings.Traces settings, RandomGenerator random, SpanSink sink) {
        this.propagates = settings.propagate();
        this.percent = settings.samplePercent();
        this.random = random;
        this.sink = sink;
    }

    /**
     * Returns how the settings say that requests are traced.
     *
     * @param random safe for concurrent use
     */
    public static RequestTracing of(TelemetrySettings.Traces settings, RandomGenerator random, SpanSink sink) {
        return settings.areOn() ? new SampledTracing(settings, random, sink) : RequestTracing.OFF;
    }

    @Override
    public @Nullable RequestTrace begin(HeaderFields fields, long epochMillis, long startNanos) {
        boolean sampled = random.nextInt(ALL) < percent;
        TraceContext parent = TraceFields.read(fields);
        TraceContext own = parent == null ? TraceContext.begin(random, sampled) : parent.child(random, sampled);
        return new RequestTrace(own, parent, propagates, random, sink, epochMillis, startNanos);
    }
}
