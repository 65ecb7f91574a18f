package io.sallyport.console.page;

import io.sallyport.console.metrics.MetricSample;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of the page Health, made of the gateway's own metrics. No state. */
public final class HealthFigures {
    private static final String SINK = "sallyport_audit_sink_";
    private static final String AUDIT = "sallyport_audit_";
    private static final String STORE = "sallyport_audit_store_";
    private static final String ENDS = "sallyport_certificate_expires_timestamp_seconds";
    private static final Pattern LABEL = Pattern.compile("(?:sink|certificate)=\"([^\"]*)\"");

    /** Figures of the audit log and the store, and their words. */
    private static final Map<String, String> WORDS = words();

    private HealthFigures() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(AUDIT + "failing", "Log cannot be written");
        words.put(AUDIT + "written_total", "Records written");
        words.put(AUDIT + "folded_total", "Refusals counted instead of written");
        words.put(AUDIT + "lost_total", "Records lost");
        words.put(AUDIT + "queued_records", "Records waiting");
        words.put(AUDIT + "queued_bytes", "Bytes waiting");
        words.put(AUDIT + "lag_seconds", "Seconds that the oldest has waited");
        words.put(STORE + "complete", "Store is at the end of the log");
        words.put(STORE + "records", "Records in the store");
        words.put(STORE + "bytes", "Bytes of the store on disk");
        words.put(STORE + "rebuilds_total", "Rebuilds of the store");
        return words;
    }

    /**
     * One receiver of the audit log.
     *
     * @param lag seconds that the oldest record has waited
     * @param waiting bytes of the log that wait
     */
    public record Sink(
            String name,
            boolean failing,
            String lag,
            String waiting,
            String delivered,
            String dropped,
            String failures) {}

    /**
     * A certificate, or the first of several that ends.
     *
     * @param end as RFC 3339
     */
    public record Certificate(String name, String end) {}

    /** One figure with its words. */
    public record Figure(String name, String value) {}

    static List<Sink> sinks(List<MetricSample> samples) {
        Map<String, Map<String, String>> byName = new LinkedHashMap<>();
        for (MetricSample sample : samples) {
            if (sample.name().startsWith(SINK)) {
                byName.computeIfAbsent(label(sample), _ -> new LinkedHashMap<>())
                        .put(sample.name().substring(SINK.length()), plain(sample.value()));
            }
        }
        return byName.entrySet().stream()
                .map(entry -> sink(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Sink sink(String name, Map<String, String> figures) {
        return new Sink(
                name,
                !figures.getOrDefault("failing", "0").equals("0"),
                figures.getOrDefault("lag_seconds", ""),
                figures.getOrDefault("lag_bytes", ""),
                figures.getOrDefault("delivered_total", ""),
                figures.getOrDefault("dropped_total", ""),
                figures.getOrDefault("failures_total", ""));
    }

    static List<Certificate> certificates(List<MetricSample> samples) {
        return samples.stream()
                .filter(sample -> sample.name().equals(ENDS))
                .map(sample -> new Certificate(
                        label(sample),
                        Instant.ofEpochSecond(new BigDecimal(sample.value()).longValue())
                                .toString()))
                .toList();
    }

    static List<Figure> audit(List<MetricSample> samples) {
        List<Figure> figures = new ArrayList<>();
        WORDS.forEach((name, words) -> samples.stream()
                .filter(sample -> sample.name().equals(name))
                .findFirst()
                .ifPresent(sample -> figures.add(new Figure(words, said(name, plain(sample.value()))))));
        return figures;
    }

    /** Says yes or no where a figure is one. */
    private static String said(String name, String value) {
        return name.endsWith("failing") || name.endsWith("complete") ? (value.equals("0") ? "no" : "yes") : value;
    }

    private static String label(MetricSample sample) {
        Matcher label = LABEL.matcher(sample.labels());
        return label.find() ? label.group(1) : "";
    }

    private static String plain(String value) {
        BigDecimal number = new BigDecimal(value);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
