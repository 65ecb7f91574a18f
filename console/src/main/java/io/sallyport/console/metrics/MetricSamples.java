package io.sallyport.console.metrics;

import java.io.StringWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Reads metrics in Prometheus' text format 0.0.4; buckets of histograms are left out. */
public final class MetricSamples {
    private static final JsonFactory JSON = new JsonFactory();
    /** Name, labels, value. */
    private static final Pattern LINE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{([^}]*)\\})? ([-+0-9.eE]+)(?: [0-9]+)?");

    private MetricSamples() {}

    public static List<MetricSample> of(String metrics) {
        return metrics.lines().flatMap(MetricSamples::sample).toList();
    }

    private static Stream<MetricSample> sample(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches() || parts.group(1).endsWith("_bucket")) {
            return Stream.empty();
        }
        String labels = parts.group(2);
        return Stream.of(new MetricSample(parts.group(1), labels == null ? "" : labels, parts.group(3)));
    }

    /** Returns all values as an object with one array, {@code samples}. */
    public static String json(String metrics) {
        var out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("samples");
            for (MetricSample sample : of(metrics)) {
                json.writeStartObject();
                json.writeStringProperty("name", sample.name());
                json.writeStringProperty("labels", sample.labels());
                json.writeNumberProperty("value", Double.parseDouble(sample.value()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toString();
    }
}
