package io.sallyport.gateway.telemetry;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.channel.EventLoopGroup;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sallyport.configuration.TelemetrySettings;
import io.sallyport.configuration.TelemetrySettings.Otlp;
import io.sallyport.egress.NettyDialer;
import io.sallyport.proxy.telemetry.FinishedSpan;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends metrics and spans to their collectors, on one thread of its own. A collector that is down delays nothing:
 * metrics are sent with the next export, spans are dropped and counted. Its creator closes it.
 */
public final class OtlpExports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OtlpExports.class);
    private static final int MAX_SPANS_AT_ONCE = 512;
    private static final int END_SECONDS = 12;

    private final NettyDialer dialer;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("otlp").factory());
    private final @Nullable Runnable last;

    /** Counts exports. Safe for concurrent use. */
    public static final class Counts implements MeterBinder {
        private final LongAdder sent = new LongAdder();
        private final LongAdder failed = new LongAdder();

        @Override
        public void bindTo(MeterRegistry registry) {
            bind(registry, "sent", sent);
            bind(registry, "failed", failed);
        }

        private static void bind(MeterRegistry registry, String outcome, LongAdder count) {
            FunctionCounter.builder("sallyport.otlp.exports", count, LongAdder::doubleValue)
                    .tag("outcome", outcome)
                    .description("Messages to collectors.")
                    .register(registry);
        }
    }

    /**
     * Begins to export.
     *
     * @param metrics what {@code /metrics} shows now
     * @param dialer reaches collectors, also on this machine; taken over
     * @param nanoClock elapsed time
     */
    public OtlpExports(
            TelemetrySettings settings,
            Supplier<MetricSnapshots> metrics,
            SpanQueue spans,
            Counts counts,
            NettyDialer dialer,
            EventLoopGroup loops,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.dialer = dialer;
        Otlp metricsTo = settings.metrics();
        if (metricsTo != null) {
            var collector = new OtlpCollector(metricsTo, "/v1/metrics", dialer, loops, nanoClock);
            long start = clock.millis();
            every(metricsTo, () -> send(collector, counts, OtlpMetrics.message(metrics.get(), start, clock.millis())));
        }
        Otlp tracesTo = settings.traces().otlp();
        if (tracesTo == null) {
            last = null;
        } else {
            var collector = new OtlpCollector(tracesTo, "/v1/traces", dialer, loops, nanoClock);
            Runnable export = () -> sendSpans(collector, spans, counts);
            every(tracesTo, export);
            last = export;
        }
    }

    private void every(Otlp settings, Runnable export) {
        long millis = settings.interval().toMillis();
        var _ = thread.scheduleWithFixedDelay(() -> guarded(export), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** A fault of ours in one export must not end the others. */
    private static void guarded(Runnable export) {
        try {
            export.run();
        } catch (RuntimeException fault) {
            LOG.error("an export failed", fault);
        }
    }

    private static void sendSpans(OtlpCollector collector, SpanQueue queue, Counts counts) {
        boolean goesOn = true;
        while (goesOn) {
            List<FinishedSpan> spans = queue.take(MAX_SPANS_AT_ONCE);
            if (spans.isEmpty()) {
                return;
            }
            goesOn = send(collector, counts, OtlpSpans.message(spans));
            if (!goesOn) {
                queue.lost(spans.size());
            }
        }
    }

    private static boolean send(OtlpCollector collector, Counts counts, byte[] message) {
        String why = collector.send(message);
        (why == null ? counts.sent : counts.failed).increment();
        if (why != null) {
            LOG.warn("the collector {} {}", collector, why);
        }
        return why == null;
    }

    /** Sends the spans that wait, once, and ends. */
    @Override
    public void close() {
        Runnable rest = last;
        if (rest != null) {
            thread.execute(() -> guarded(rest));
        }
        thread.shutdown();
        try {
            if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException _) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        dialer.close();
    }
}
