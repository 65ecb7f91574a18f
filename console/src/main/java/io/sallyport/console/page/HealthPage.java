package io.sallyport.console.page;

import io.sallyport.console.metrics.MetricSample;
import io.sallyport.console.metrics.MetricSamples;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the gateway is well, and how it is configured.
 *
 * @param checks of its readiness, then those that do not decide it
 * @param sinks the receivers of the audit log
 * @param certificates that end
 * @param audit figures of the audit log and its store
 * @param settings in force, those of the file first; empty where the role may not see them
 * @param samples of its metrics, as far as they are numbers without a bucket
 */
public record HealthPage(
        boolean ready,
        List<Check> checks,
        List<HealthFigures.Sink> sinks,
        List<HealthFigures.Certificate> certificates,
        List<HealthFigures.Figure> audit,
        List<Setting> settings,
        List<MetricSample> samples) {
    public HealthPage {
        checks = List.copyOf(checks);
        sinks = List.copyOf(sinks);
        certificates = List.copyOf(certificates);
        audit = List.copyOf(audit);
        settings = List.copyOf(settings);
        samples = List.copyOf(samples);
    }

    /**
     * One check.
     *
     * @param failure why it fails; empty if it passes
     */
    public record Check(String name, boolean ok, String failure) {}

    /**
     * One setting.
     *
     * @param value empty where it is not shown
     * @param place the file and line that say so; empty for a default
     */
    public record Setting(String key, boolean shown, String value, String place) {}

    /**
     * Reads the answers of {@code GET /healthz?verbose}, {@code GET /metrics} and {@code GET /v1/configuration}.
     *
     * @param metrics in Prometheus' text format
     */
    public static HealthPage of(AnswerNode health, String metrics, AnswerNode configuration) {
        List<MetricSample> samples = MetricSamples.of(metrics);
        List<Setting> settings = configuration.items("settings").stream()
                .map(HealthPage::setting)
                .toList();
        return new HealthPage(
                health.isTrue("ready"),
                Stream.of("checks", "advisories")
                        .flatMap(kind -> health.items(kind).stream())
                        .map(HealthPage::check)
                        .toList(),
                HealthFigures.sinks(samples),
                HealthFigures.certificates(samples),
                HealthFigures.audit(samples),
                Stream.concat(
                                settings.stream().filter(each -> !each.place().isEmpty()),
                                settings.stream().filter(each -> each.place().isEmpty()))
                        .toList(),
                samples);
    }

    private static Check check(AnswerNode check) {
        return new Check(check.text("name"), check.text("status").equals("ok"), check.text("reason"));
    }

    private static Setting setting(AnswerNode setting) {
        return new Setting(setting.text("key"), setting.isTrue("shown"), setting.text("value"), setting.text("place"));
    }
}
