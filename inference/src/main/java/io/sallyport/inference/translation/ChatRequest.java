package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.inference.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes a request of Anthropic's messages as one of OpenAI's chat completions. */
final class ChatRequest {
    /** The maximum number of sequences that end an answer in OpenAI's API. */
    private static final int MAX_STOPS = 4;

    private final TakenMembers request;
    private final Untranslated untranslated;
    private final JsonGenerator json;

    private ChatRequest(TakenMembers request, Untranslated untranslated, JsonGenerator json) {
        this.request = request;
        this.untranslated = untranslated;
        this.json = json;
    }

    static byte[] of(DocumentNode root, Untranslated untranslated) {
        var request = new TakenMembers("", root, untranslated);
        return JsonText.object(json -> new ChatRequest(request, untranslated, json).write());
    }

    private void write() {
        json.writeStringProperty("model", request.wantedText("model"));
        raw("max_completion_tokens", request.take("max_tokens"));
        json.writeArrayPropertyStart("messages");
        var blocks = new MessageBlocks(json, untranslated);
        blocks.system(request);
        List<DocumentNode> messages = request.list("messages");
        for (int i = 0; i < messages.size(); i++) {
            blocks.message(new TakenMembers("messages." + i, messages.get(i), untranslated));
        }
        json.writeEndArray();
        raw("temperature", request.take("temperature"));
        raw("top_p", request.take("top_p"));
        stops();
        stream();
        TakenMembers metadata = request.object("metadata");
        if (metadata != null) {
            raw("user", metadata.take("user_id"));
            metadata.end();
        }
        tools();
        nothingElse();
    }

    private void raw(String name, @Nullable DocumentNode value) {
        if (value != null) {
            json.writeName(name);
            JsonText.write(json, value);
        }
    }

    private void stops() {
        DocumentNode stops = request.take("stop_sequences");
        if (stops instanceof Items(var items, var _) && items.size() > MAX_STOPS) {
            request.refuse("stop_sequences", "the other API allows at most " + MAX_STOPS);
        }
        raw("stop", stops);
    }

    /** A stream of Anthropic's always ends with the usage. */
    private void stream() {
        if (Boolean.TRUE.equals(request.truth("stream"))) {
            json.writeBooleanProperty("stream", true);
            json.writeObjectPropertyStart("stream_options");
            json.writeBooleanProperty("include_usage", true);
            json.writeEndObject();
        }
    }

    private void tools() {
        List<DocumentNode> tools = request.list("tools");
        if (!tools.isEmpty()) {
            json.writeArrayPropertyStart("tools");
            for (int i = 0; i < tools.size(); i++) {
                tool(new TakenMembers("tools." + i, tools.get(i), untranslated));
            }
            json.writeEndArray();
        }
        TakenMembers choice = request.object("tool_choice");
        if (choice != null) {
            choice(choice);
            choice.end();
        }
    }

    private void tool(TakenMembers tool) {
        tool.only("type", "custom");
        tool.leaveOut("cache_control");
        tool.leaveOut("eager_input_streaming");
        json.writeStartObject();
        json.writeStringProperty("type", "function");
        json.writeObjectPropertyStart("function");
        json.writeStringProperty("name", tool.wantedText("name"));
        String description = tool.text("description");
        if (description != null) {
            json.writeStringProperty("description", description);
        }
        raw("parameters", tool.take("input_schema"));
        Boolean strict = tool.truth("strict");
        if (strict != null) {
            json.writeBooleanProperty("strict", strict);
        }
        json.writeEndObject();
        json.writeEndObject();
        tool.end();
    }

    private void choice(TakenMembers choice) {
        String type = choice.wantedText("type");
        switch (type) {
            case "auto", "none" -> json.writeStringProperty("tool_choice", type);
            case "any" -> json.writeStringProperty("tool_choice", "required");
            case "tool" -> {
                json.writeObjectPropertyStart("tool_choice");
                json.writeStringProperty("type", "function");
                json.writeObjectPropertyStart("function");
                json.writeStringProperty("name", choice.wantedText("name"));
                json.writeEndObject();
                json.writeEndObject();
            }
            default -> choice.refuse("type", "a choice of this type has no counterpart");
        }
        Boolean single = choice.truth("disable_parallel_tool_use");
        if (single != null) {
            json.writeBooleanProperty("parallel_tool_calls", !single);
        }
    }

    private void nothingElse() {
        request.only("service_tier", "auto");
        request.leaveOut("cache_control");
        TakenMembers thinking = request.object("thinking");
        if (thinking != null) {
            thinking.only("type", "disabled");
            thinking.end();
        }
        request.end();
    }
}
