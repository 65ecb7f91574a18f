package io.sallyport.admin.health;

import io.sallyport.admin.answer.JsonAnswers;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Answers about the gateway itself, such as {@code /readyz}. {@code openapi.json} describes each form. */
public final class HealthReplies {
    private HealthReplies() {}

    /** Returns that the process is alive, whatever its checks say: it can answer. */
    public static OwnReply.Whole alive() {
        return OwnReply.json(200, JsonAnswers.object(json -> json.writeBooleanProperty("alive", true)));
    }

    /** Returns {@link #alive} with the checks of {@link #ready}. */
    public static OwnReply.Whole verbose(Readiness readiness) {
        List<ReadinessCheck> checks = readiness.checks();
        return OwnReply.json(200, JsonAnswers.object(json -> {
            json.writeBooleanProperty("alive", true);
            write(json, checks);
            write(json, "advisories", readiness.advisories());
        }));
    }

    /** Returns whether all checks pass, and the result of each. */
    public static OwnReply.Whole ready(Readiness readiness) {
        List<ReadinessCheck> checks = readiness.checks();
        boolean ready = checks.stream().allMatch(ReadinessCheck::isOk);
        return OwnReply.json(ready ? 200 : 503, JsonAnswers.object(json -> write(json, checks)));
    }

    /** Returns the metrics in the form that the caller takes. May take a while, so it must run on a worker thread. */
    public static OwnReply.Whole scraped(Metrics metrics, RequestHeaders asked) {
        MetricsFormat format = MetricsFormat.accepted(asked);
        return OwnReply.text(200, format.contentType(), metrics.scrape(format));
    }

    /** Returns the settings in force. */
    public static OwnReply.Whole configured(List<ConfiguredValue> settings) {
        return OwnReply.json(200, JsonAnswers.object(json -> {
            json.writeArrayPropertyStart("settings");
            for (ConfiguredValue setting : settings) {
                json.writeStartObject();
                json.writeStringProperty("key", setting.key());
                json.writeBooleanProperty("shown", setting.value() != null);
                if (setting.value() != null) {
                    json.writeStringProperty("value", setting.value());
                }
                if (setting.place() != null) {
                    json.writeStringProperty("place", setting.place());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }));
    }

    private static void write(JsonGenerator json, List<ReadinessCheck> checks) {
        List<String> missing = checks.stream()
                .flatMap(check -> Stream.ofNullable(check.failure()))
                .toList();
        json.writeBooleanProperty("ready", missing.isEmpty());
        JsonAnswers.strings(json, "missing", missing);
        write(json, "checks", checks);
    }

    private static void write(JsonGenerator json, String name, List<ReadinessCheck> checks) {
        json.writeArrayPropertyStart(name);
        for (ReadinessCheck check : checks) {
            json.writeStartObject();
            json.writeStringProperty("name", check.name());
            json.writeStringProperty("status", check.isOk() ? "ok" : "failing");
            if (check.failure() != null) {
                json.writeStringProperty("reason", check.failure());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
