package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON. */
public final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int INITIAL_BYTES = 512;

    private JsonText() {}

    /** Returns one object in UTF-8, with the members that {@code members} writes. */
    public static byte[] object(Consumer<JsonGenerator> members) {
        var out = new ByteArrayOutputStream(INITIAL_BYTES);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            members.accept(json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** Returns the text of a node as it was read; numbers digit for digit. */
    static String of(DocumentNode node) {
        var out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(json, node);
        }
        return out.toString();
    }

    /** Writes a node as it was read; numbers digit for digit. */
    public static void write(JsonGenerator json, DocumentNode node) {
        switch (node) {
            case Scalar scalar when scalar.isString() -> json.writeString(scalar.text());
            case Scalar scalar -> json.writeRawValue(scalar.text());
            case Items(var items, var _) -> {
                json.writeStartArray();
                items.forEach(item -> write(json, item));
                json.writeEndArray();
            }
            case Members(var members, var _) -> {
                json.writeStartObject();
                members.forEach((name, member) -> {
                    json.writeName(name);
                    write(json, member.value());
                });
                json.writeEndObject();
            }
        }
    }
}
