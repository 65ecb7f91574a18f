package io.sallyport.models;

import io.sallyport.inference.ModelOperation;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Lists of models in the form of each API, with the members that its clients require and no more. */
final class ModelLists {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String EPOCH = "1970-01-01T00:00:00Z";
    private static final String OWNER = "sallyport";

    private ModelLists() {}

    /** Returns the answer of a list of {@code names}, or null where the operation asks for none. */
    static byte @Nullable [] of(ModelOperation operation, List<String> names) {
        return switch (operation) {
            case MODELS -> list("data", names, ModelLists::openAi);
            case ANTHROPIC_MODELS -> list("data", names, ModelLists::anthropic);
            case GEMINI_MODELS -> list("models", names, ModelLists::gemini);
            case OLLAMA_TAGS -> list("models", names, ModelLists::ollama);
            default -> null;
        };
    }

    @FunctionalInterface
    private interface Form {
        void write(JsonGenerator json, String name);
    }

    private static byte[] list(String member, List<String> names, Form form) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            if (member.equals("data")) {
                json.writeStringProperty("object", "list");
                json.writeBooleanProperty("has_more", false);
                json.writeStringProperty("first_id", names.isEmpty() ? null : names.getFirst());
                json.writeStringProperty("last_id", names.isEmpty() ? null : names.getLast());
            }
            json.writeArrayPropertyStart(member);
            names.forEach(name -> {
                json.writeStartObject();
                form.write(json, name);
                json.writeEndObject();
            });
            json.writeEndArray();
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void openAi(JsonGenerator json, String name) {
        json.writeStringProperty("id", name);
        json.writeStringProperty("object", "model");
        json.writeNumberProperty("created", 0);
        json.writeStringProperty("owned_by", OWNER);
    }

    private static void anthropic(JsonGenerator json, String name) {
        json.writeStringProperty("type", "model");
        json.writeStringProperty("id", name);
        json.writeStringProperty("display_name", name);
        json.writeStringProperty("created_at", EPOCH);
    }

    private static void gemini(JsonGenerator json, String name) {
        json.writeStringProperty("name", "models/" + name);
        json.writeStringProperty("displayName", name);
    }

    private static void ollama(JsonGenerator json, String name) {
        json.writeStringProperty("name", name);
        json.writeStringProperty("model", name);
        json.writeStringProperty("modified_at", EPOCH);
        json.writeNumberProperty("size", 0);
        json.writeStringProperty("digest", "");
    }
}
