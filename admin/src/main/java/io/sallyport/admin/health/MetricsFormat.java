package io.sallyport.admin.health;

import io.sallyport.model.message.RequestHeaders;
import java.util.Arrays;
import java.util.Locale;

/** The forms of {@code /metrics}. */
public enum MetricsFormat {
    /** Prometheus' text format. */
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
    /** OpenMetrics 1.0, which has room for exemplars. */
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    private static final String OPEN_METRICS_TYPE = "application/openmetrics-text";

    private final String contentType;

    MetricsFormat(String contentType) {
        this.contentType = contentType;
    }

    /** Returns what {@code Content-Type} says. */
    public String contentType() {
        return contentType;
    }

    /** Returns the form that the caller takes: OpenMetrics if {@code Accept} names it, as Prometheus does. */
    static MetricsFormat accepted(RequestHeaders headers) {
        return headers.values("accept").stream()
                        .flatMap(value -> Arrays.stream(value.split(",")))
                        .anyMatch(MetricsFormat::isOpenMetrics)
                ? OPEN_METRICS
                : PROMETHEUS;
    }

    private static boolean isOpenMetrics(String range) {
        String[] parts = range.toLowerCase(Locale.ROOT).replace(" ", "").split(";", -1);
        return parts[0].equals(OPEN_METRICS_TYPE)
                && Arrays.stream(parts).noneMatch(part -> part.matches("q=0(\\.0{0,3})?"));
    }
}
