package io.sallyport.gateway.telemetry;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DistributionDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.sallyport.auditexport.form.OtlpJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/**
 * Metrics as a message of OTLP ({@code ExportMetricsServiceRequest} in JSON), made of what {@code /metrics} shows, so
 * that both say the same. Sums are cumulative since the start.
 */
final class OtlpMetrics {
    private static final int CUMULATIVE = 2;

    private final long startNanos;
    private final long nowNanos;

    private OtlpMetrics(long startMillis, long nowMillis) {
        this.startNanos = TimeUnit.MILLISECONDS.toNanos(startMillis);
        this.nowNanos = TimeUnit.MILLISECONDS.toNanos(nowMillis);
    }

    /**
     * Writes all metrics.
     *
     * @param startMillis when counting began, milliseconds since the epoch
     */
    static byte[] message(MetricSnapshots metrics, long startMillis, long nowMillis) {
        var writer = new OtlpMetrics(startMillis, nowMillis);
        return OtlpJson.message(
                "resourceMetrics",
                "scopeMetrics",
                "metrics",
                "io.sallyport",
                json -> metrics.forEach(each -> writer.write(json, each)));
    }

    private void write(JsonGenerator json, MetricSnapshot metric) {
        switch (metric) {
            case CounterSnapshot counter -> sum(json, counter);
            case GaugeSnapshot gauge ->
                metric(
                        json,
                        gauge,
                        "gauge",
                        gauge.getDataPoints(),
                        (out, point) -> out.writeNumberProperty("asDouble", point.getValue()));
            case HistogramSnapshot histogram -> histogram(json, histogram);
            case SummarySnapshot summary ->
                metric(json, summary, "summary", summary.getDataPoints(), OtlpMetrics::distribution);
            default -> {} // Micrometer makes no others
        }
    }

    private void sum(JsonGenerator json, CounterSnapshot counter) {
        metric(
                json,
                counter,
                "sum",
                counter.getDataPoints(),
                (out, point) -> out.writeNumberProperty("asDouble", point.getValue()));
    }

    private void histogram(JsonGenerator json, HistogramSnapshot histogram) {
        metric(json, histogram, "histogram", histogram.getDataPoints(), (out, point) -> {
            distribution(out, point);
            buckets(out, point.getClassicBuckets());
            exemplars(out, point);
        });
    }

    private <T extends DataPointSnapshot> void metric(
            JsonGenerator json,
            MetricSnapshot metric,
            String kind,
            List<T> points,
            BiConsumer<JsonGenerator, T> value) {
        json.writeStartObject();
        json.writeStringProperty("name", metric.getMetadata().getPrometheusName());
        String help = metric.getMetadata().getHelp();
        json.writeStringProperty("description", help == null ? "" : help);
        json.writeObjectPropertyStart(kind);
        if (kind.equals("sum") || kind.equals("histogram")) {
            json.writeNumberProperty("aggregationTemporality", CUMULATIVE);
        }
        if (kind.equals("sum")) {
            json.writeBooleanProperty("isMonotonic", true);
        }
        json.writeArrayPropertyStart("dataPoints");
        for (T point : points) {
            json.writeStartObject();
            OtlpJson.attributes(json, labels(point));
            OtlpJson.number(json, "startTimeUnixNano", startNanos);
            OtlpJson.number(json, "timeUnixNano", nowNanos);
            value.accept(json, point);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private static Map<String, String> labels(DataPointSnapshot point) {
        return point.getLabels().stream()
                .collect(Collectors.toUnmodifiableMap(label -> label.getName(), label -> label.getValue()));
    }

    private static void distribution(JsonGenerator json, DistributionDataPointSnapshot point) {
        OtlpJson.number(json, "count", point.getCount());
        json.writeNumberProperty("sum", point.getSum());
    }

    /** The last bucket has no bound here: it is what lies above the others. */
    private static void buckets(JsonGenerator json, ClassicHistogramBuckets buckets) {
        json.writeArrayPropertyStart("bucketCounts");
        buckets.forEach(bucket -> json.writeString(Long.toString(bucket.getCount())));
        json.writeEndArray();
        json.writeArrayPropertyStart("explicitBounds");
        buckets.stream()
                .filter(bucket -> Double.isFinite(bucket.getUpperBound()))
                .forEach(bucket -> json.writeNumber(bucket.getUpperBound()));
        json.writeEndArray();
    }

    private static void exemplars(JsonGenerator json, DistributionDataPointSnapshot point) {
        json.writeArrayPropertyStart("exemplars");
        for (Exemplar exemplar : point.getExemplars()) {
            json.writeStartObject();
            OtlpJson.number(json, "timeUnixNano", TimeUnit.MILLISECONDS.toNanos(exemplar.getTimestampMillis()));
            json.writeNumberProperty("asDouble", exemplar.getValue());
            json.writeStringProperty("traceId", exemplar.getLabels().get(Exemplar.TRACE_ID));
            json.writeStringProperty("spanId", exemplar.getLabels().get(Exemplar.SPAN_ID));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
