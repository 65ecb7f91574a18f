package io.sallyport.control.store;

import io.sallyport.model.HarnessFiles;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** JSON forms of {@code model} types in the state directory: each value as its word, an absent one as null. */
final class ModelJson {
    static final JacksonModule MODULE = new SimpleModule()
            .addSerializer(new Word<>(SandboxId.class, SandboxId::text))
            .addDeserializer(SandboxId.class, new OfWord<>(SandboxId.class, SandboxId::new))
            .addSerializer(new Word<>(WorkspaceId.class, WorkspaceId::text))
            .addDeserializer(WorkspaceId.class, new OfWord<>(WorkspaceId.class, WorkspaceId::new))
            .addSerializer(new Word<>(Phase.class, Phase::word))
            .addDeserializer(Phase.class, new OfWord<>(Phase.class, ModelJson::phase))
            .addSerializer(new EnclosedOrNull())
            .addDeserializer(HarnessFiles.class, new OfEnclosed());

    private ModelJson() {}

    /** @throws IllegalArgumentException if the word names no phase */
    static Phase phase(String word) {
        Phase phase = Phase.of(word);
        if (phase == null) {
            throw new IllegalArgumentException("unknown phase " + word);
        }
        return phase;
    }

    private static final class Word<T> extends StdSerializer<T> {
        private final transient Function<T, String> word;

        private Word(Class<T> type, Function<T, String> word) {
            super(type);
            this.word = word;
        }

        @Override
        public void serialize(T value, JsonGenerator json, SerializationContext context) {
            json.writeString(word.apply(value));
        }
    }

    private static final class OfWord<T> extends StdDeserializer<T> {
        private final transient Function<String, T> read;

        private OfWord(Class<T> type, Function<String, T> read) {
            super(type);
            this.read = read;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) {
            String word = json.getString();
            try {
                return read.apply(word);
            } catch (IllegalArgumentException e) {
                throw context.weirdStringException(word, _valueClass, String.valueOf(e.getMessage()));
            }
        }
    }

    private record EnclosedForm(
            Map<String, String> files,
            List<String> profiles,
            @Nullable String forge) {}

    private static final class EnclosedOrNull extends StdSerializer<HarnessFiles> {
        private EnclosedOrNull() {
            super(HarnessFiles.class);
        }

        @Override
        public void serialize(HarnessFiles value, JsonGenerator json, SerializationContext context) {
            context.writeValue(
                    json,
                    value.equals(HarnessFiles.NOTHING)
                            ? null
                            : new EnclosedForm(value.files(), value.profiles(), value.forge()));
        }
    }

    private static final class OfEnclosed extends StdDeserializer<HarnessFiles> {
        private OfEnclosed() {
            super(HarnessFiles.class);
        }

        @Override
        public HarnessFiles deserialize(JsonParser json, DeserializationContext context) {
            EnclosedForm form = context.readValue(json, EnclosedForm.class);
            return new HarnessFiles(form.files(), form.profiles(), form.forge());
        }

        @Override
        public HarnessFiles getNullValue(DeserializationContext context) {
            return HarnessFiles.NOTHING;
        }

        @Override
        public HarnessFiles getAbsentValue(DeserializationContext context) {
            return HarnessFiles.NOTHING;
        }
    }
}
