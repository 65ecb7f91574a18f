package io.sallyport.gateway.telemetry;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.proxy.telemetry.FinishedSpan;
import io.sallyport.proxy.telemetry.SpanSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/** Spans that wait to be sent; what has no room is dropped and counted. Safe for concurrent use. */
public final class SpanQueue implements SpanSink, MeterBinder {
    /** The number of spans that may wait. */
    static final int MAX_SPANS = 8192;

    private final ArrayBlockingQueue<FinishedSpan> waiting = new ArrayBlockingQueue<>(MAX_SPANS);
    private final LongAdder dropped = new LongAdder();

    @Override
    public void add(FinishedSpan span) {
        if (!waiting.offer(span)) {
            dropped.increment();
        }
    }

    /** Removes and returns at most {@code most} spans, the oldest first. */
    List<FinishedSpan> take(int most) {
        List<FinishedSpan> taken = new ArrayList<>();
        waiting.drainTo(taken, most);
        return taken;
    }

    /** Counts spans as dropped that could not be sent. */
    void lost(int count) {
        dropped.add(count);
    }

    long dropped() {
        return dropped.sum();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("sallyport.spans.dropped", this, SpanQueue::dropped)
                .description("Spans that had no room, or could not be sent.")
                .register(registry);
    }
}
