package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.Fields;
import io.sallyport.inference.ModelUsage;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Writes chunks of OpenAI's chat completions as events of Anthropic's messages. One block is open at a time, a text or
 * a call of a tool. Confined to one thread.
 */
final class MessageEvents implements TranslatedEvents {
    private static final int TEXT = -1;
    private static final int NONE = -2;

    private boolean started;
    private int blocks;
    /** What the open block is: the index of a call, {@link #TEXT} or {@link #NONE}. */
    private int open = NONE;

    private int lastCall = NONE;
    private String reason = "";
    private ModelUsage usage = ModelUsage.NONE;
    private boolean complete;

    @Override
    public String next(Map<String, Member> chunk, EventsOut out) {
        if (!started) {
            start(chunk, out);
        }
        usage(Fields.members(chunk, "usage"));
        List<DocumentNode> choices = Fields.items(chunk, "choices");
        if (choices.size() > 1) {
            return "a chunk of the model's server has more than one choice";
        }
        return choices.isEmpty() ? "" : choice(Fields.members(choices.getFirst()), out);
    }

    private String choice(Map<String, Member> choice, EventsOut out) {
        if (AnswerMembers.number(choice, "index") != 0) {
            return "a chunk of the model's server has a second choice";
        }
        Map<String, Member> delta = Fields.members(choice, "delta");
        text(AnswerMembers.text(delta, "content"), out);
        String refusal = AnswerMembers.text(delta, "refusal");
        text(refusal, out);
        String problem = "";
        for (DocumentNode call : Fields.items(delta, "tool_calls")) {
            problem = problem.isEmpty() ? call(Fields.members(call), out) : problem;
        }
        String finish = AnswerMembers.text(choice, "finish_reason");
        if (!finish.isEmpty() && reason.isEmpty()) {
            reason = FinishReasons.anthropic(finish);
        }
        reason = refusal.isEmpty() ? reason : "refusal";
        return problem;
    }

    private void start(Map<String, Member> chunk, EventsOut out) {
        started = true;
        out.event("message_start", json -> {
            json.writeStringProperty("type", "message_start");
            json.writeObjectPropertyStart("message");
            json.writeStringProperty("id", AnswerMembers.text(chunk, "id"));
            json.writeStringProperty("type", "message");
            json.writeStringProperty("role", "assistant");
            json.writeStringProperty("model", AnswerMembers.text(chunk, "model"));
            json.writeArrayPropertyStart("content");
            json.writeEndArray();
            json.writeNullProperty("stop_reason");
            json.writeNullProperty("stop_sequence");
            TranslatedUsage.writeAnthropic(json, ModelUsage.NONE);
            json.writeEndObject();
        });
    }

    private void usage(Map<String, Member> said) {
        if (!said.isEmpty()) {
            Map<String, Member> details = Fields.members(said, "prompt_tokens_details");
            usage = new ModelUsage(
                    Math.max(AnswerMembers.number(said, "prompt_tokens"), 0),
                    Math.max(AnswerMembers.number(said, "completion_tokens"), 0),
                    Math.max(AnswerMembers.number(details, "cached_tokens"), 0),
                    Math.max(AnswerMembers.number(details, "cache_write_tokens"), 0),
                    false);
        }
    }

    private void text(String text, EventsOut out) {
        if (text.isEmpty()) {
            return;
        }
        if (open != TEXT) {
            close(out);
            open(TEXT, out, block -> {
                block.writeStringProperty("type", "text");
                block.writeStringProperty("text", "");
            });
        }
        delta(out, "text_delta", "text", text);
    }

    private String call(Map<String, Member> call, EventsOut out) {
        int index = AnswerMembers.number(call, "index");
        Map<String, Member> function = Fields.members(call, "function");
        if (index < 0 || index != open) {
            String name = AnswerMembers.text(function, "name");
            if (index < 0 || index <= lastCall || name.isEmpty()) {
                return "calls of tools in the stream of the model's server are mixed";
            }
            close(out);
            lastCall = index;
            open(index, out, block -> {
                block.writeStringProperty("type", "tool_use");
                block.writeStringProperty("id", AnswerMembers.text(call, "id"));
                block.writeStringProperty("name", name);
                block.writeObjectPropertyStart("input");
                block.writeEndObject();
            });
        }
        String arguments = AnswerMembers.text(function, "arguments");
        if (!arguments.isEmpty()) {
            delta(out, "input_json_delta", "partial_json", arguments);
        }
        return "";
    }

    private void open(int what, EventsOut out, Consumer<JsonGenerator> block) {
        open = what;
        out.event("content_block_start", json -> {
            json.writeStringProperty("type", "content_block_start");
            json.writeNumberProperty("index", blocks);
            json.writeObjectPropertyStart("content_block");
            block.accept(json);
            json.writeEndObject();
        });
    }

    private void delta(EventsOut out, String type, String member, String text) {
        out.event("content_block_delta", json -> {
            json.writeStringProperty("type", "content_block_delta");
            json.writeNumberProperty("index", blocks);
            json.writeObjectPropertyStart("delta");
            json.writeStringProperty("type", type);
            json.writeStringProperty(member, text);
            json.writeEndObject();
        });
    }

    private void close(EventsOut out) {
        if (open != NONE) {
            out.event("content_block_stop", json -> {
                json.writeStringProperty("type", "content_block_stop");
                json.writeNumberProperty("index", blocks);
            });
            open = NONE;
            blocks++;
        }
    }

    @Override
    public String done(EventsOut out) {
        if (reason.isEmpty()) {
            return "the stream of the model's server ended early";
        }
        close(out);
        out.event("message_delta", json -> {
            json.writeStringProperty("type", "message_delta");
            json.writeObjectPropertyStart("delta");
            json.writeStringProperty("stop_reason", reason);
            json.writeNullProperty("stop_sequence");
            json.writeEndObject();
            TranslatedUsage.writeAnthropic(json, usage);
        });
        out.event("message_stop", json -> json.writeStringProperty("type", "message_stop"));
        complete = true;
        return "";
    }

    @Override
    public boolean isComplete() {
        return complete;
    }
}
