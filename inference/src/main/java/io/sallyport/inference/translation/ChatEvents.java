package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.Fields;
import io.sallyport.inference.ModelUsage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Writes events of Anthropic's messages as chunks of OpenAI's chat completions. Confined to one thread. */
final class ChatEvents implements TranslatedEvents {
    private final boolean wantsUsage;
    private final Instant now;
    private String id = "";
    private String model = "";
    private int calls;
    private long fresh;
    private long cached;
    private long written;
    private long output;
    private boolean complete;

    ChatEvents(boolean wantsUsage, Instant now) {
        this.wantsUsage = wantsUsage;
        this.now = now;
    }

    @Override
    public String next(Map<String, Member> event, EventsOut out) {
        switch (AnswerMembers.text(event, "type")) {
            case "message_start" -> start(Fields.members(event, "message"), out);
            case "content_block_start" -> block(Fields.members(event, "content_block"), out);
            case "content_block_delta" -> delta(Fields.members(event, "delta"), out);
            case "message_delta" -> {
                usage(Fields.members(event, "usage"));
                String reason = AnswerMembers.text(Fields.members(event, "delta"), "stop_reason");
                choice(out, _ -> {}, FinishReasons.openAi(reason));
            }
            case "message_stop" -> stop(out);
            default -> {} // pings, ends of blocks, and what came later
        }
        return "";
    }

    private void start(Map<String, Member> message, EventsOut out) {
        id = AnswerMembers.text(message, "id");
        model = AnswerMembers.text(message, "model");
        usage(Fields.members(message, "usage"));
        choice(
                out,
                delta -> {
                    delta.writeStringProperty("role", "assistant");
                    delta.writeStringProperty("content", "");
                },
                "");
    }

    private void usage(Map<String, Member> usage) {
        fresh = Math.max(fresh, AnswerMembers.number(usage, "input_tokens"));
        cached = Math.max(cached, AnswerMembers.number(usage, "cache_read_input_tokens"));
        written = Math.max(written, AnswerMembers.number(usage, "cache_creation_input_tokens"));
        output = Math.max(output, AnswerMembers.number(usage, "output_tokens"));
    }

    private void block(Map<String, Member> block, EventsOut out) {
        String text = AnswerMembers.text(block, "text");
        if (!text.isEmpty()) {
            choice(out, delta -> delta.writeStringProperty("content", text), "");
        } else if (AnswerMembers.text(block, "type").equals("tool_use")) {
            calls++;
            call(out, call -> {
                call.writeStringProperty("id", AnswerMembers.text(block, "id"));
                call.writeStringProperty("type", "function");
                call.writeObjectPropertyStart("function");
                call.writeStringProperty("name", AnswerMembers.text(block, "name"));
                call.writeStringProperty("arguments", "");
                call.writeEndObject();
            });
        }
    }

    private void delta(Map<String, Member> delta, EventsOut out) {
        String text = AnswerMembers.text(delta, "text");
        String json = AnswerMembers.text(delta, "partial_json");
        if (!text.isEmpty()) {
            choice(out, chunk -> chunk.writeStringProperty("content", text), "");
        } else if (!json.isEmpty() && calls > 0) {
            call(out, call -> {
                call.writeObjectPropertyStart("function");
                call.writeStringProperty("arguments", json);
                call.writeEndObject();
            });
        }
    }

    private void call(EventsOut out, Consumer<JsonGenerator> members) {
        choice(
                out,
                delta -> {
                    delta.writeArrayPropertyStart("tool_calls");
                    delta.writeStartObject();
                    delta.writeNumberProperty("index", calls - 1);
                    members.accept(delta);
                    delta.writeEndObject();
                    delta.writeEndArray();
                },
                "");
    }

    private void choice(EventsOut out, Consumer<JsonGenerator> delta, String finishReason) {
        chunk(
                out,
                json -> {
                    json.writeStartObject();
                    json.writeNumberProperty("index", 0);
                    json.writeObjectPropertyStart("delta");
                    delta.accept(json);
                    json.writeEndObject();
                    if (finishReason.isEmpty()) {
                        json.writeNullProperty("finish_reason");
                    } else {
                        json.writeStringProperty("finish_reason", finishReason);
                    }
                    json.writeEndObject();
                },
                false);
    }

    private void chunk(EventsOut out, Consumer<JsonGenerator> choices, boolean withUsage) {
        out.event("", json -> {
            json.writeStringProperty("id", id);
            json.writeStringProperty("object", "chat.completion.chunk");
            json.writeNumberProperty("created", now.getEpochSecond());
            json.writeStringProperty("model", model);
            json.writeArrayPropertyStart("choices");
            choices.accept(json);
            json.writeEndArray();
            if (withUsage) {
                long input = fresh + cached + written;
                TranslatedUsage.writeOpenAi(json, new ModelUsage(input, output, cached, written, false));
            }
        });
    }

    private void stop(EventsOut out) {
        if (wantsUsage) {
            chunk(out, _ -> {}, true);
        }
        out.event("", "[DONE]".getBytes(StandardCharsets.UTF_8));
        complete = true;
    }

    @Override
    public String done(EventsOut out) {
        return "the stream of the model's server ended early";
    }

    @Override
    public boolean isComplete() {
        return complete;
    }
}
