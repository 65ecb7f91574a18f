package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sallyport.admin.health.Metrics;
import io.sallyport.admin.health.MetricsFormat;
import java.util.List;

/**
 * The content of {@code /metrics} in Prometheus' text format or OpenMetrics: the gateway's own meters, and those of its
 * JVM and process. Safe for concurrent use; its creator closes it.
 */
public final class GatewayMetrics implements Metrics, AutoCloseable {
    private final PrometheusMeterRegistry registry;
    private final List<RefreshedMeters> refreshed;
    private final JvmGcMetrics collections = new JvmGcMetrics();

    private GatewayMetrics(PrometheusMeterRegistry registry, List<RefreshedMeters> refreshed) {
        this.registry = registry;
        this.refreshed = refreshed;
    }

    /**
     * Returns metrics of all that {@code meters} bind, and of the JVM.
     *
     * @param registry closed by its creator
     */
    public static GatewayMetrics of(PrometheusMeterRegistry registry, List<MeterBinder> meters) {
        List<RefreshedMeters> refreshed = meters.stream()
                .filter(RefreshedMeters.class::isInstance)
                .map(RefreshedMeters.class::cast)
                .toList();
        var metrics = new GatewayMetrics(registry, refreshed);
        meters.forEach(binder -> binder.bindTo(registry));
        metrics.collections.bindTo(registry);
        List.of(
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics(),
                        new FileDescriptorMetrics())
                .forEach(binder -> binder.bindTo(registry));
        return metrics;
    }

    @Override
    public synchronized String scrape(MetricsFormat format) {
        refreshed.forEach(RefreshedMeters::refresh);
        return registry.scrape(format.contentType());
    }

    /** Returns the same as values. */
    public synchronized MetricSnapshots snapshots() {
        refreshed.forEach(RefreshedMeters::refresh);
        return registry.getPrometheusRegistry().scrape();
    }

    @Override
    public void close() {
        collections.close();
    }
}
