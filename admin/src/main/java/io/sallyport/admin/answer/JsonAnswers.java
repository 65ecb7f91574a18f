package io.sallyport.admin.answer;

import io.sallyport.control.calls.Control.Receipt;
import io.sallyport.documents.Diagnostic;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the JSON that several answers share. {@code openapi.json} describes each form. */
public final class JsonAnswers {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonAnswers() {}

    /** Returns one object. */
    public static String object(Consumer<JsonGenerator> members) {
        var out = new StringWriter(1_024);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            members.accept(json);
            json.writeEndObject();
        }
        return out.toString();
    }

    /** Writes the receipt of a delegation, if there is one. */
    public static void receipt(JsonGenerator json, @Nullable Receipt receipt) {
        if (receipt != null) {
            json.writeName("receipt");
            json.writeRawValue(receipt.json());
        }
    }

    public static String problem(Problem problem) {
        return object(json -> {
            json.writeStringProperty("error", problem.error());
            json.writeStringProperty("code", problem.code());
            json.writeStringProperty("message", problem.message());
            if (!problem.diagnostics().isEmpty()) {
                diagnostics(json, problem.diagnostics());
            }
        });
    }

    /** Writes amounts as text, so that they stay exact. */
    public static void amounts(JsonGenerator json, String name, Map<String, BigDecimal> remaining) {
        json.writeObjectPropertyStart(name);
        new TreeMap<>(remaining).forEach((currency, left) -> json.writeStringProperty(currency, left.toPlainString()));
        json.writeEndObject();
    }

    public static void diagnostics(JsonGenerator json, List<Diagnostic> diagnostics) {
        json.writeArrayPropertyStart("diagnostics");
        diagnostics.forEach(diagnostic -> diagnostic(json, diagnostic));
        json.writeEndArray();
    }

    private static void diagnostic(JsonGenerator json, Diagnostic diagnostic) {
        json.writeStartObject();
        json.writeStringProperty("severity", diagnostic.severity().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("file", diagnostic.file());
        if (diagnostic.line() > 0) {
            json.writeNumberProperty("line", diagnostic.line());
            json.writeNumberProperty("column", diagnostic.column());
        }
        json.writeStringProperty("code", diagnostic.code());
        json.writeStringProperty("message", diagnostic.message());
        if (diagnostic.help() != null) {
            json.writeStringProperty("help", diagnostic.help());
        }
        json.writeEndObject();
    }

    public static void strings(JsonGenerator json, String name, Map<String, String> strings) {
        json.writeObjectPropertyStart(name);
        new TreeMap<>(strings).forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    public static void strings(JsonGenerator json, String name, List<String> strings) {
        json.writeArrayPropertyStart(name);
        strings.forEach(json::writeString);
        json.writeEndArray();
    }
}
