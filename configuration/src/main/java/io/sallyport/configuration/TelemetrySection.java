package io.sallyport.configuration;

import io.sallyport.configuration.TelemetrySettings.Otlp;
import io.sallyport.configuration.TelemetrySettings.Traces;
import io.sallyport.configuration.key.Faults;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code metrics} and {@code traces}. */
final class TelemetrySection {
    private static final int ALL = 100;
    private static final Form<CanonicalUrl> COLLECTOR = new Form<>(
            "an http or https URL without a query",
            TelemetrySection::collector,
            CanonicalUrl::text,
            "{\"type\":\"string\"}");

    private static final OtlpKeys METRICS_OTLP = new OtlpKeys(
            "metrics.otlp",
            "Where metrics are sent by OTLP/HTTP; `/v1/metrics` is added ([metrics](metrics.md#otlp)).",
            Duration.ofMinutes(1));

    private static final Keys TRACES = new Keys("traces");
    private static final Key<Boolean> PROPAGATE = TRACES.value(
            "propagate",
            Form.TRUTH,
            false,
            "Whether targets are sent a `traceparent` that names the gateway's span ([traces](metrics.md#traces)).");
    private static final Key<Integer> SAMPLE = TRACES.value(
            "sample",
            Form.number(0, ALL),
            1,
            "Of how many requests in a hundred spans are recorded, whatever their client says.");
    private static final OtlpKeys TRACES_OTLP = new OtlpKeys(
            "traces.otlp", "Where spans are sent by OTLP/HTTP; `/v1/traces` is added.", Duration.ofSeconds(5));

    private TelemetrySection() {}

    /** The keys of one collector. */
    private record OtlpKeys(Keys keys, Key<CanonicalUrl> endpoint, Key<Duration> interval, Key<String> headersFile) {
        OtlpKeys(String section, String sentence, Duration interval) {
            this(new Keys(section), sentence, interval);
        }

        private OtlpKeys(Keys keys, String sentence, Duration interval) {
            this(
                    keys,
                    keys.optional("endpoint", COLLECTOR, "nowhere", sentence),
                    keys.value("interval", Form.DURATION, interval, "The time between two exports."),
                    keys.optional(
                            "headers_file",
                            Forms.FILE,
                            "none",
                            "A file with lines `Name: value`, sent along; read again at each export."));
        }

        @Nullable
        Otlp read(Section section, Path folder) {
            CanonicalUrl to = section.find(endpoint);
            Duration each = section.read(interval);
            Path headers = section.path(headersFile, folder);
            section.end();
            if (to == null && (section.has(interval) || section.has(headersFile))) {
                Faults faults = section.faults();
                faults.add(section.place("endpoint").error(keys.all().getFirst().path() + ": missing"));
            }
            return to == null ? null : new Otlp(to, each, headers);
        }
    }

    static List<Keys> keys() {
        return List.of(METRICS_OTLP.keys(), TRACES, TRACES_OTLP.keys());
    }

    static TelemetrySettings read(Section top, Path folder) {
        Section metrics = top.section("metrics");
        Otlp metricsTo = METRICS_OTLP.read(metrics.section("otlp"), folder);
        metrics.end();
        Section traces = top.section("traces");
        var how = new Traces(
                traces.read(PROPAGATE), traces.read(SAMPLE), TRACES_OTLP.read(traces.section("otlp"), folder));
        traces.end();
        return new TelemetrySettings(metricsTo, how);
    }

    private static @Nullable CanonicalUrl collector(String text) {
        return CanonicalUrl.parse(text, Dialect.DOCUMENT)
                                instanceof Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url)
                        && (url.scheme() == Scheme.HTTP || url.scheme() == Scheme.HTTPS)
                        && url.query().text() == null
                ? url
                : null;
    }
}
