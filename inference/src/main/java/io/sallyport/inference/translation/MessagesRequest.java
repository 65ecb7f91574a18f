package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.inference.JsonText;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes a request of OpenAI's chat completions as one of Anthropic's messages. */
final class MessagesRequest {
    /** The limit on the output where the request has none, in tokens: Anthropic's API wants one. */
    static final int DEFAULT_MAX_TOKENS = 4_096;

    private final TakenMembers request;
    private final Untranslated untranslated;
    private final JsonGenerator json;

    private MessagesRequest(TakenMembers request, Untranslated untranslated, JsonGenerator json) {
        this.request = request;
        this.untranslated = untranslated;
        this.json = json;
    }

    static byte[] of(DocumentNode root, Untranslated untranslated) {
        var request = new TakenMembers("", root, untranslated);
        return JsonText.object(json -> new MessagesRequest(request, untranslated, json).write());
    }

    private void write() {
        json.writeStringProperty("model", request.wantedText("model"));
        limit();
        List<DocumentNode> messages = request.list("messages");
        int system = ChatMessages.systemCount(messages);
        ChatMessages.writeSystem(json, messages.subList(0, system), untranslated);
        json.writeName("messages");
        ChatMessages.write(json, messages, system, untranslated);
        temperature();
        raw("top_p", request.take("top_p"));
        stop();
        stream();
        String user = request.text("user");
        if (user != null) {
            json.writeObjectPropertyStart("metadata");
            json.writeStringProperty("user_id", user);
            json.writeEndObject();
        }
        tools();
        nothingElse();
    }

    private void limit() {
        DocumentNode limit = request.take("max_completion_tokens");
        DocumentNode older = request.take("max_tokens");
        DocumentNode used = limit == null ? older : limit;
        if (used == null) {
            json.writeNumberProperty("max_tokens", DEFAULT_MAX_TOKENS);
        } else {
            raw("max_tokens", used);
        }
    }

    private void raw(String name, @Nullable DocumentNode value) {
        if (value != null) {
            json.writeName(name);
            JsonText.write(json, value);
        }
    }

    /** OpenAI's scale ends at 2, Anthropic's at 1. */
    private void temperature() {
        DocumentNode value = request.take("temperature");
        boolean above = value instanceof Scalar scalar
                && scalar.isNumber()
                && new BigDecimal(scalar.text()).compareTo(BigDecimal.ONE) > 0;
        if (above) {
            request.refuse("temperature", "the other API allows at most 1");
        }
        raw("temperature", value);
    }

    private void stop() {
        switch (request.take("stop")) {
            case null -> {}
            case Items list -> raw("stop_sequences", list);
            case DocumentNode one -> {
                json.writeArrayPropertyStart("stop_sequences");
                JsonText.write(json, one);
                json.writeEndArray();
            }
        }
    }

    private void stream() {
        Boolean stream = request.truth("stream");
        if (stream != null) {
            json.writeBooleanProperty("stream", stream);
        }
        TakenMembers options = request.object("stream_options");
        if (options != null) {
            options.truth("include_usage");
            options.leaveOut("include_obfuscation");
            options.end();
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
        DocumentNode choice = request.take("tool_choice");
        Boolean parallel = request.truth("parallel_tool_calls");
        boolean single = Boolean.FALSE.equals(parallel) && !tools.isEmpty();
        if (choice != null || single) {
            json.writeObjectPropertyStart("tool_choice");
            boolean none = choice(choice);
            if (single && !none) {
                json.writeBooleanProperty("disable_parallel_tool_use", true);
            }
            json.writeEndObject();
        }
    }

    private void tool(TakenMembers tool) {
        tool.only("type", "function");
        TakenMembers function = tool.object("function");
        json.writeStartObject();
        if (function == null) {
            tool.refuse("function", "it is missing");
        } else {
            json.writeStringProperty("name", function.wantedText("name"));
            String description = function.text("description");
            if (description != null) {
                json.writeStringProperty("description", description);
            }
            DocumentNode parameters = function.take("parameters");
            if (parameters == null) {
                json.writeObjectPropertyStart("input_schema");
                json.writeStringProperty("type", "object");
                json.writeEndObject();
            } else {
                raw("input_schema", parameters);
            }
            Boolean strict = function.truth("strict");
            if (strict != null) {
                json.writeBooleanProperty("strict", strict);
            }
            function.end();
        }
        json.writeEndObject();
        tool.end();
    }

    /** Writes the choice; returns whether it is none. */
    private boolean choice(@Nullable DocumentNode choice) {
        String word = choice == null ? "auto" : choice instanceof Scalar scalar ? scalar.text() : "function";
        switch (word) {
            case "auto", "none" -> json.writeStringProperty("type", word);
            case "required" -> json.writeStringProperty("type", "any");
            default -> named(new TakenMembers("tool_choice", choice, untranslated));
        }
        return word.equals("none");
    }

    private void named(TakenMembers choice) {
        choice.only("type", "function");
        TakenMembers function = choice.object("function");
        json.writeStringProperty("type", "tool");
        if (function == null) {
            choice.refuse("function", "it is missing");
        } else {
            json.writeStringProperty("name", function.wantedText("name"));
            function.end();
        }
        choice.end();
    }

    /** Values that ask for nothing pass; what is left after them is refused. */
    private void nothingElse() {
        request.only("n", "1");
        request.only("logprobs", "false");
        request.only("store", "false");
        request.only("frequency_penalty", "0", "0.0");
        request.only("presence_penalty", "0", "0.0");
        request.only("service_tier", "auto");
        TakenMembers format = request.object("response_format");
        if (format != null) {
            format.only("type", "text");
            format.end();
        }
        request.leaveOut("prompt_cache_key");
        request.leaveOut("prompt_cache_retention");
        request.end();
    }
}
