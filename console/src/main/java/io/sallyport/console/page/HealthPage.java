package io.sallyport.console.page;

import java.util.List;

/**
 * Whether the gateway is well.
 *
 * @param checks of its readiness
 * @param samples of its metrics, as far as they are numbers without a bucket
 */
public record HealthPage(boolean ready, List<Check> checks, List<MetricSample> samples) {
    public HealthPage {
        checks = List.copyOf(checks);
        samples = List.copyOf(samples);
    }

    /**
     * One check.
     *
     * @param failure why it fails; empty if it passes
     */
    public record Check(String name, boolean ok, String failure) {}

    /**
     * Reads the answers of {@code GET /readyz} and {@code GET /metrics}.
     *
     * @param metrics in Prometheus' text format
     */
    public static HealthPage of(AnswerNode ready, String metrics) {
        return new HealthPage(
                ready.isTrue("ready"),
                ready.items("checks").stream().map(HealthPage::check).toList(),
                MetricSamples.of(metrics));
    }

    private static Check check(AnswerNode check) {
        return new Check(check.text("name"), check.text("status").equals("ok"), check.text("reason"));
    }
}
