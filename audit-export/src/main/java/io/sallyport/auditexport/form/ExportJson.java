package io.sallyport.auditexport.form;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes one JSON object as one line of printable ASCII. Members that are unknown, null or below 0, are left out.
 * Confined to one thread.
 */
final class ExportJson {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** The base64 of a line that is no record (RFC 4648 section 4). */
    static final String CUT_OFF = "cut_off_base64";

    private final JsonGenerator json;

    /** @param json in whose object members are written */
    ExportJson(JsonGenerator json) {
        this.json = json;
    }

    /** Returns the object whose members {@code members} writes. */
    static String object(Consumer<ExportJson> members) {
        var out = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            members.accept(new ExportJson(json));
            json.writeEndObject();
        }
        return out.toString().replace("\u007f", "\\u007f"); // which terminals act on; it stands in strings only
    }

    ExportJson text(String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
        return this;
    }

    ExportJson number(String name, long value) {
        if (value >= 0) {
            json.writeNumberProperty(name, value);
        }
        return this;
    }

    ExportJson truth(String name, boolean value) {
        json.writeBooleanProperty(name, value);
        return this;
    }

    ExportJson texts(String name, List<String> values) {
        if (!values.isEmpty()) {
            json.writeArrayPropertyStart(name);
            values.forEach(json::writeString);
            json.writeEndArray();
        }
        return this;
    }

    ExportJson object(String name, Consumer<ExportJson> members) {
        json.writeObjectPropertyStart(name);
        members.accept(this);
        json.writeEndObject();
        return this;
    }

    /** Writes an array with one object. */
    ExportJson oneOf(String name, Consumer<ExportJson> members) {
        return each(name, List.of(name), (json, _) -> members.accept(json));
    }

    /** Writes an array with an object for each item. */
    <T> ExportJson each(String name, List<T> items, BiConsumer<ExportJson, T> members) {
        json.writeArrayPropertyStart(name);
        for (T item : items) {
            json.writeStartObject();
            members.accept(this, item);
            json.writeEndObject();
        }
        json.writeEndArray();
        return this;
    }

    ExportJson cutOff(byte[] line) {
        return text(CUT_OFF, Base64.getEncoder().encodeToString(line));
    }

    /**
     * Returns the line that an exported object carries: the text at the path {@code line}, or the base64 of what was
     * cut off at {@code cutOff}. Null if there is none.
     */
    static byte @Nullable [] carried(byte[] exported, List<String> line, List<String> cutOff) {
        String text = at(exported, line);
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        String rest = at(exported, cutOff);
        try {
            return rest == null ? null : Base64.getDecoder().decode(rest);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static @Nullable String at(byte[] object, List<String> path) {
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), object)) {
            for (String step : path) {
                if (in.nextToken() != JsonToken.START_OBJECT || !isFound(in, step)) {
                    return null;
                }
            }
            return in.nextToken() == JsonToken.VALUE_STRING ? in.getString() : null;
        } catch (JacksonException _) {
            return null;
        }
    }

    private static boolean isFound(JsonParser in, String name) {
        for (String found = in.nextName(); found != null; found = in.nextName()) {
            if (found.equals(name)) {
                return true;
            }
            in.nextToken();
            in.skipChildren();
        }
        return false;
    }
}
