package io.sallyport.decision.explain;

import io.sallyport.model.Mode;
import io.sallyport.model.Provenance;
import java.io.StringWriter;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes an effective policy as one JSON object; {@code openapi.json} describes it. */
public final class EffectivePolicyJson {
    private static final JsonFactory JSON = new JsonFactory();

    private EffectivePolicyJson() {}

    public static String text(EffectivePolicy policy) {
        var out = new StringWriter(1_024);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("id", policy.sandbox().text());
            json.writeNumberProperty("generation", policy.generation());
            json.writeStringProperty("digest", policy.digest());
            json.writeStringProperty("status", policy.loads() ? "loaded" : "refused");
            json.writeStringProperty("phase", policy.phase().word());
            instant(json, "expires_at", policy.expiresAt());
            text(json, "ended", policy.ended());
            json.writeObjectPropertyStart("budgets");
            new TreeMap<>(policy.remaining())
                    .forEach((currency, left) -> json.writeStringProperty(currency, left.toPlainString()));
            json.writeEndObject();
            boolean reports = policy.trials().reportMode() != null;
            json.writeStringProperty("mode", (reports ? Mode.REPORT : Mode.ENFORCE).word());
            instant(json, "report_mode_until", policy.trials().reportMode());
            instant(json, "candidate_until", policy.trials().candidate());
            json.writeArrayPropertyStart("lines");
            policy.lines().forEach(line -> line(json, line));
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toString();
    }

    private static void line(JsonGenerator json, EffectiveLine line) {
        json.writeStartObject();
        json.writeStringProperty("layer", line.layer().word());
        text(json, "of", line.of() == null ? null : line.of().text());
        json.writeStringProperty("effect", line.effect().word());
        json.writeStringProperty("side", line.side());
        text(json, "rule", line.rule());
        json.writeStringProperty("text", line.text());
        json.writeStringProperty("mode", line.mode().word());
        Provenance at = line.at();
        if (at != null) {
            json.writeStringProperty("document", at.document());
            json.writeNumberProperty("line", at.line());
            json.writeNumberProperty("column", at.column());
            text(json, "harness_layer", at.layer());
        }
        json.writeEndObject();
    }

    private static void instant(JsonGenerator json, String name, @Nullable Instant at) {
        text(json, name, at == null ? null : at.toString());
    }

    private static void text(JsonGenerator json, String name, @Nullable String text) {
        if (text != null) {
            json.writeStringProperty(name, text);
        }
    }
}
