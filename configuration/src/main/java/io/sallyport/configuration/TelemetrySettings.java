package io.sallyport.configuration;

import io.sallyport.model.CanonicalUrl;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where metrics and traces go beside the answers of {@code /metrics}. Immutable.
 *
 * @param metrics where metrics are sent, or null for nowhere
 * @param traces whether and how requests are traced
 */
public record TelemetrySettings(@Nullable Otlp metrics, Traces traces) {
    /** The defaults: nothing is sent, and nothing is traced. */
    static final TelemetrySettings OFF = new TelemetrySettings(null, new Traces(false, 1, null));

    /**
     * A collector that takes OTLP over HTTP.
     *
     * @param endpoint without the path of a signal, such as {@code https://collector.internal:4318}
     * @param interval between two exports
     * @param headersFile lines {@code Name: value}, read at each export; null for no further headers
     */
    public record Otlp(
            CanonicalUrl endpoint,
            Duration interval,
            @Nullable Path headersFile) {}

    /**
     * How requests are traced.
     *
     * @param propagate whether targets are sent {@code traceparent}
     * @param samplePercent of how many requests in a hundred the spans are recorded
     * @param otlp where spans are sent, or null for nowhere
     */
    public record Traces(
            boolean propagate, int samplePercent, @Nullable Otlp otlp) {
        /** Returns whether anything is traced. */
        public boolean areOn() {
            return propagate || otlp != null;
        }
    }
}
