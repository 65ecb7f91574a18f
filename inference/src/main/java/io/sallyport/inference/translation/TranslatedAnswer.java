package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.Fields;
import io.sallyport.inference.AnswerForm;
import io.sallyport.inference.JsonText;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelUsage;
import io.sallyport.inference.UsageReader;
import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes a whole answer in the other API's form. */
final class TranslatedAnswer {
    private TranslatedAnswer() {}

    /** Returns an answer of Anthropic's messages as one of OpenAI's chat completions. */
    static Parsed<byte[]> openAi(byte[] body, Instant now) {
        Map<String, Member> answer = AnswerMembers.object(body);
        if (answer == null || !AnswerMembers.text(answer, "type").equals("message")) {
            return new Parsed.Rejected<>("the answer is no message");
        }
        ModelUsage usage = usage(ModelOperation.MESSAGES, body);
        return new Parsed.Accepted<>(JsonText.object(json -> {
            json.writeStringProperty("id", AnswerMembers.text(answer, "id"));
            json.writeStringProperty("object", "chat.completion");
            json.writeNumberProperty("created", now.getEpochSecond());
            json.writeStringProperty("model", AnswerMembers.text(answer, "model"));
            json.writeArrayPropertyStart("choices");
            json.writeStartObject();
            json.writeNumberProperty("index", 0);
            chatMessage(json, Fields.items(answer, "content"));
            json.writeNullProperty("logprobs");
            json.writeStringProperty("finish_reason", FinishReasons.openAi(AnswerMembers.text(answer, "stop_reason")));
            json.writeEndObject();
            json.writeEndArray();
            TranslatedUsage.writeOpenAi(json, usage);
        }));
    }

    /** Reasoning has no place in the message, and is left out. */
    private static void chatMessage(JsonGenerator json, List<DocumentNode> content) {
        var text = new StringBuilder();
        List<Map<String, Member>> calls = new ArrayList<>();
        for (DocumentNode node : content) {
            Map<String, Member> block = Fields.members(node);
            switch (AnswerMembers.text(block, "type")) {
                case "text" -> text.append(AnswerMembers.text(block, "text"));
                case "tool_use" -> calls.add(block);
                default -> {}
            }
        }
        json.writeObjectPropertyStart("message");
        json.writeStringProperty("role", "assistant");
        if (text.isEmpty()) {
            json.writeNullProperty("content");
        } else {
            json.writeStringProperty("content", text.toString());
        }
        json.writeNullProperty("refusal");
        if (!calls.isEmpty()) {
            json.writeArrayPropertyStart("tool_calls");
            calls.forEach(call -> chatCall(json, call));
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void chatCall(JsonGenerator json, Map<String, Member> call) {
        json.writeStartObject();
        json.writeStringProperty("id", AnswerMembers.text(call, "id"));
        json.writeStringProperty("type", "function");
        json.writeObjectPropertyStart("function");
        json.writeStringProperty("name", AnswerMembers.text(call, "name"));
        byte[] arguments =
                JsonText.object(input -> Fields.members(call, "input").forEach((name, member) -> {
                    input.writeName(name);
                    JsonText.write(input, member.value());
                }));
        json.writeStringProperty("arguments", new String(arguments, StandardCharsets.UTF_8));
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Returns an answer of OpenAI's chat completions as one of Anthropic's messages. */
    static Parsed<byte[]> anthropic(byte[] body) {
        Map<String, Member> answer = AnswerMembers.object(body);
        List<DocumentNode> choices = answer == null ? List.of() : Fields.items(answer, "choices");
        if (answer == null || choices.size() != 1) {
            return new Parsed.Rejected<>("the answer is no chat completion with one choice");
        }
        Map<String, Member> choice = Fields.members(choices.getFirst());
        List<AnsweredCall> calls = new ArrayList<>();
        for (DocumentNode node : Fields.items(Fields.members(choice, "message"), "tool_calls")) {
            AnsweredCall call = AnsweredCall.of(Fields.members(node));
            if (call == null) {
                return new Parsed.Rejected<>("a call of a tool has no arguments in JSON");
            }
            calls.add(call);
        }
        ModelUsage usage = usage(ModelOperation.CHAT_COMPLETIONS, body);
        return new Parsed.Accepted<>(JsonText.object(json -> {
            json.writeStringProperty("id", AnswerMembers.text(answer, "id"));
            json.writeStringProperty("type", "message");
            json.writeStringProperty("role", "assistant");
            json.writeStringProperty("model", AnswerMembers.text(answer, "model"));
            json.writeArrayPropertyStart("content");
            blocks(json, Fields.members(choice, "message"), calls);
            json.writeEndArray();
            boolean refused = !AnswerMembers.text(Fields.members(choice, "message"), "refusal")
                    .isEmpty();
            String reason = FinishReasons.anthropic(AnswerMembers.text(choice, "finish_reason"));
            json.writeStringProperty("stop_reason", refused ? "refusal" : reason);
            json.writeNullProperty("stop_sequence");
            TranslatedUsage.writeAnthropic(json, usage);
        }));
    }

    private static void blocks(JsonGenerator json, Map<String, Member> message, List<AnsweredCall> calls) {
        for (String said : List.of(AnswerMembers.text(message, "content"), AnswerMembers.text(message, "refusal"))) {
            if (!said.isEmpty()) {
                json.writeStartObject();
                json.writeStringProperty("type", "text");
                json.writeStringProperty("text", said);
                json.writeEndObject();
            }
        }
        calls.forEach(call -> {
            json.writeStartObject();
            json.writeStringProperty("type", "tool_use");
            json.writeStringProperty("id", call.id());
            json.writeStringProperty("name", call.name());
            json.writeName("input");
            JsonText.write(json, call.input());
            json.writeEndObject();
        });
    }

    private record AnsweredCall(String id, String name, DocumentNode input) {
        static @Nullable AnsweredCall of(Map<String, Member> call) {
            Map<String, Member> function = Fields.members(call, "function");
            DocumentNode input = Arguments.read(AnswerMembers.text(function, "arguments"));
            return input == null
                    ? null
                    : new AnsweredCall(AnswerMembers.text(call, "id"), AnswerMembers.text(function, "name"), input);
        }
    }

    private static ModelUsage usage(ModelOperation operation, byte[] body) {
        UsageReader reader = UsageReader.of(operation, AnswerForm.JSON);
        reader.accept(ByteBuffer.wrap(body));
        return reader.usage(0);
    }
}
