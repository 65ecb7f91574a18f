package io.sallyport.regoengine.compiler;

import java.io.ByteArrayOutputStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a request as the document that {@code opa-compiler/request.go} reads. */
final class RequestJson {
    private static final JsonFactory JSON = new JsonFactory();

    private RequestJson() {}

    /** Returns the same bytes for equal requests. */
    static byte[] write(CompileRequest request) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            if (request.kind() != CompileRequest.Kind.PLAN) {
                json.writeStringProperty("kind", request.kind().name().toLowerCase(Locale.ROOT));
            }
            json.writeObjectPropertyStart("files");
            for (Map.Entry<String, String> file : request.files().entrySet()) {
                json.writeStringProperty(file.getKey(), file.getValue());
            }
            json.writeEndObject();
            if (!request.v0().isEmpty()) {
                writeStrings(json, "v0", request.v0());
            }
            writeStrings(json, "entrypoints", request.entrypoints());
            writeQuery(json, request.query());
            json.writeBooleanProperty("skip_missing", request.skipMissing());
            json.writeBooleanProperty("strict", request.strict());
            writeStrings(json, "without", request.without());
            writeRaw(json, "builtins", request.builtins());
            writeRaw(json, "schemas", request.schemas());
            writeChecks(json, request.checks());
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void writeQuery(JsonGenerator json, CompileRequest.@Nullable AdHocQuery query) {
        if (query != null) {
            json.writeObjectPropertyStart("query");
            json.writeStringProperty("text", query.text());
            json.writeStringProperty("package", query.packagePath());
            json.writeEndObject();
        }
    }

    private static void writeRaw(JsonGenerator json, String name, Map<String, String> documents) {
        if (!documents.isEmpty()) {
            json.writeObjectPropertyStart(name);
            documents.forEach((key, document) -> json.writeName(key).writeRawValue(document));
            json.writeEndObject();
        }
    }

    private static void writeChecks(JsonGenerator json, @Nullable PolicyChecks checks) {
        if (checks != null) {
            json.writeObjectPropertyStart("checks");
            writeStrings(json, "package", checks.packagePath());
            json.writeName("schema").writeRawValue(checks.schema());
            json.writeEndObject();
        }
    }

    private static void writeStrings(JsonGenerator json, String name, Collection<String> values) {
        json.writeArrayPropertyStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
