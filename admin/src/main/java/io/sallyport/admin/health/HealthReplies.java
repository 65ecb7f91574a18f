package io.sallyport.admin.health;

import io.sallyport.admin.answer.AnswerJson;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** What {@code /healthz}, {@code /readyz} and {@code /metrics} answer. {@code openapi.json} describes each form. */
public final class HealthReplies {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private HealthReplies() {}

    /** A process that answers is alive, whatever its checks say. */
    public static OwnReply.Whole alive() {
        return OwnReply.json(200, AnswerJson.object(json -> json.writeBooleanProperty("alive", true)));
    }

    /** The same with what {@link #ready} says of the checks. */
    public static OwnReply.Whole verbose(Readiness readiness) {
        List<ReadinessCheck> checks = readiness.checks();
        return OwnReply.json(200, AnswerJson.object(json -> {
            json.writeBooleanProperty("alive", true);
            write(json, checks);
        }));
    }

    /** Whether all checks hold, and what each says. */
    public static OwnReply.Whole ready(Readiness readiness) {
        List<ReadinessCheck> checks = readiness.checks();
        boolean ready = checks.stream().allMatch(ReadinessCheck::isOk);
        return OwnReply.json(ready ? 200 : 503, AnswerJson.object(json -> write(json, checks)));
    }

    /** May take a while: for a worker thread. */
    public static OwnReply.Whole scraped(Metrics metrics) {
        return OwnReply.text(200, PROMETHEUS, metrics.scrape());
    }

    private static void write(JsonGenerator json, List<ReadinessCheck> checks) {
        List<String> missing = checks.stream()
                .flatMap(check -> Stream.ofNullable(check.failure()))
                .toList();
        json.writeBooleanProperty("ready", missing.isEmpty());
        AnswerJson.strings(json, "missing", missing);
        json.writeArrayPropertyStart("checks");
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
