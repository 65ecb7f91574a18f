package io.sallyport.inference;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Ends a stream before its server does, in events that the API's clients understand. The bytes belong at {@link
 * UsageReader#lastBorder()} of the stream; nothing of it may follow them.
 */
public final class StreamEnd {
    private static final String DONE = "[DONE]";

    private final UsageReader reader;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private StreamEnd(UsageReader reader) {
        this.reader = reader;
    }

    /**
     * Returns the events that end an answer as if it had reached the limit of the request's output: clients take what
     * came for a whole answer that is cut off. Empty where the answer is one document, which cannot be ended.
     */
    public static byte[] atLimit(UsageReader reader, Instant now) {
        var end = new StreamEnd(reader);
        if (reader.form() == AnswerForm.JSON) {
            return new byte[0];
        }
        switch (reader.operation().api()) {
            case OPENAI -> end.openAi(now);
            case ANTHROPIC -> end.anthropic();
            case GEMINI -> end.gemini();
            case OLLAMA -> end.ollama(now);
        }
        return end.out.toByteArray();
    }

    /** Returns the event that ends an answer as failed: clients raise an exception. Empty as for the limit. */
    public static byte[] asFailed(UsageReader reader, int status, String code, String message) {
        var end = new StreamEnd(reader);
        ModelApi api = reader.operation().api();
        String error = new String(ModelError.body(api, status, code, message), StandardCharsets.UTF_8);
        switch (reader.form()) {
            case JSON -> {}
            case EVENTS -> end.event(api == ModelApi.ANTHROPIC ? "error" : "", error);
            case LINES -> end.out.writeBytes((error + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return end.out.toByteArray();
    }

    private void openAi(Instant now) {
        if (reader.operation() == ModelOperation.RESPONSES) {
            response(now);
            return;
        }
        boolean chat = reader.operation() == ModelOperation.CHAT_COMPLETIONS;
        object("", json -> {
            json.writeStringProperty("id", reader.position().id());
            json.writeStringProperty("object", chat ? "chat.completion.chunk" : "text_completion");
            json.writeNumberProperty("created", now.getEpochSecond());
            json.writeStringProperty("model", reader.position().model());
            json.writeArrayPropertyStart("choices");
            for (int i = 0; i < reader.position().choices(); i++) {
                cutChoice(json, i, chat);
            }
            json.writeEndArray();
        });
        event("", DONE);
    }

    private static void cutChoice(JsonGenerator json, int index, boolean chat) {
        json.writeStartObject();
        json.writeNumberProperty("index", index);
        if (chat) {
            json.writeObjectPropertyStart("delta");
            json.writeEndObject();
        } else {
            json.writeStringProperty("text", "");
        }
        json.writeStringProperty("finish_reason", "length");
        json.writeEndObject();
    }

    private void response(Instant now) {
        object("response.incomplete", json -> {
            json.writeStringProperty("type", "response.incomplete");
            json.writeObjectPropertyStart("response");
            json.writeStringProperty("id", reader.position().id());
            json.writeStringProperty("object", "response");
            json.writeNumberProperty("created_at", now.getEpochSecond());
            json.writeStringProperty("model", reader.position().model());
            json.writeStringProperty("status", "incomplete");
            json.writeObjectPropertyStart("incomplete_details");
            json.writeStringProperty("reason", "max_output_tokens");
            json.writeEndObject();
            json.writeArrayPropertyStart("output");
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void anthropic() {
        if (!reader.position().isBegun()) {
            anthropicStart();
        }
        if (reader.position().blockIsOpen()) {
            object("content_block_stop", json -> {
                json.writeStringProperty("type", "content_block_stop");
                json.writeNumberProperty("index", reader.position().openBlock());
            });
        }
        object("message_delta", json -> {
            json.writeStringProperty("type", "message_delta");
            json.writeObjectPropertyStart("delta");
            json.writeStringProperty("stop_reason", "max_tokens");
            json.writeNullProperty("stop_sequence");
            json.writeEndObject();
            json.writeObjectPropertyStart("usage");
            json.writeNumberProperty("output_tokens", reader.outputSoFar());
            json.writeEndObject();
        });
        object("message_stop", json -> json.writeStringProperty("type", "message_stop"));
    }

    /** The package of Anthropic takes no event before this one. */
    private void anthropicStart() {
        object("message_start", json -> {
            json.writeStringProperty("type", "message_start");
            json.writeObjectPropertyStart("message");
            json.writeStringProperty("id", reader.position().id());
            json.writeStringProperty("type", "message");
            json.writeStringProperty("role", "assistant");
            json.writeStringProperty("model", reader.position().model());
            json.writeArrayPropertyStart("content");
            json.writeEndArray();
            json.writeObjectPropertyStart("usage");
            json.writeNumberProperty("input_tokens", 0);
            json.writeNumberProperty("output_tokens", 0);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private void gemini() {
        object("", json -> {
            json.writeArrayPropertyStart("candidates");
            for (int i = 0; i < reader.position().choices(); i++) {
                json.writeStartObject();
                json.writeNumberProperty("index", i);
                json.writeStringProperty("finishReason", "MAX_TOKENS");
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeObjectPropertyStart("usageMetadata");
            json.writeNumberProperty("candidatesTokenCount", reader.outputSoFar());
            json.writeEndObject();
        });
    }

    private void ollama(Instant now) {
        byte[] line = JsonText.object(json -> {
            json.writeStringProperty("model", reader.position().model());
            json.writeStringProperty("created_at", now.toString());
            if (reader.operation() == ModelOperation.OLLAMA_CHAT) {
                json.writeObjectPropertyStart("message");
                json.writeStringProperty("role", "assistant");
                json.writeStringProperty("content", "");
                json.writeEndObject();
            } else {
                json.writeStringProperty("response", "");
            }
            json.writeBooleanProperty("done", true);
            json.writeStringProperty("done_reason", "length");
            json.writeNumberProperty("eval_count", reader.outputSoFar());
        });
        out.writeBytes(line);
        out.write('\n');
    }

    private void object(String event, Consumer<JsonGenerator> members) {
        event(event, new String(JsonText.object(members), StandardCharsets.UTF_8));
    }

    private void event(String name, String data) {
        String text = (name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + data + "\n\n";
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
