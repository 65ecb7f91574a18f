package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/** Writes a node as JSON; numbers stay as they were written. */
public final class ReadableJson {
    private static final JsonFactory JSON = new JsonFactory();

    private static final Separators SEPARATORS =
            Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER);

    private ReadableJson() {}

    /** Returns the shortest form. */
    public static String of(DocumentNode node) {
        var out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            write(json, node);
        }
        return out.toString();
    }

    /** Returns a form for people, with two spaces for each level. */
    public static String indented(DocumentNode node) {
        var out = new StringWriter();
        var context = new ObjectWriteContext.Base() {
            @Override
            public PrettyPrinter getPrettyPrinter() {
                return new DefaultPrettyPrinter(SEPARATORS);
            }
        };
        try (JsonGenerator json = JSON.createGenerator(context, out)) {
            write(json, node);
        }
        return out.toString();
    }

    private static void write(JsonGenerator json, DocumentNode node) {
        switch (node) {
            case DocumentNode.Scalar scalar when scalar.isString() -> json.writeString(scalar.text());
            case DocumentNode.Scalar scalar -> json.writeRawValue(scalar.text());
            case DocumentNode.Items items -> {
                json.writeStartArray();
                items.items().forEach(item -> write(json, item));
                json.writeEndArray();
            }
            case DocumentNode.Members members -> {
                json.writeStartObject();
                members.members().forEach((name, member) -> {
                    json.writeName(name);
                    write(json, member.value());
                });
                json.writeEndObject();
            }
        }
    }
}
