package io.sallyport.auditexport.form;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * What messages of OTLP in JSON share (OTLP 1.x, "JSON Protobuf Encoding"): 64-bit numbers are strings, ids are hex
 * digits, members are in lower camel case. Stateless.
 */
public final class OtlpJson {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private OtlpJson() {}

    /**
     * Writes one message about this process.
     *
     * @param outer such as {@code resourceMetrics}
     * @param inner such as {@code scopeMetrics}
     * @param list such as {@code metrics}
     * @param scope the part of the gateway that the message is from
     * @param content writes the elements of the list
     */
    public static byte[] message(
            String outer, String inner, String list, String scope, Consumer<JsonGenerator> content) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeArrayPropertyStart(outer);
            json.writeStartObject();
            json.writeObjectPropertyStart("resource");
            attributes(json, Map.of("service.name", "sallyport"));
            json.writeEndObject();
            json.writeArrayPropertyStart(inner);
            json.writeStartObject();
            json.writeObjectPropertyStart("scope");
            json.writeStringProperty("name", scope);
            json.writeEndObject();
            json.writeArrayPropertyStart(list);
            content.accept(json);
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** Writes the member {@code attributes}. */
    public static void attributes(JsonGenerator json, Map<String, String> attributes) {
        json.writeArrayPropertyStart("attributes");
        attributes.forEach((key, value) -> {
            json.writeStartObject();
            json.writeStringProperty("key", key);
            json.writeObjectPropertyStart("value");
            json.writeStringProperty("stringValue", value);
            json.writeEndObject();
            json.writeEndObject();
        });
        json.writeEndArray();
    }

    /** Writes a 64-bit number. */
    public static void number(JsonGenerator json, String name, long value) {
        json.writeStringProperty(name, Long.toString(value));
    }
}
