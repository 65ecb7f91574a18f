package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.inference.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Writes messages of Anthropic's API as OpenAI's, into the list that is open. */
final class MessageBlocks {
    private final JsonGenerator json;
    private final Untranslated untranslated;

    MessageBlocks(JsonGenerator json, Untranslated untranslated) {
        this.json = json;
        this.untranslated = untranslated;
    }

    void system(TakenMembers request) {
        List<TakenMembers> blocks = blocks(request, "system");
        if (!blocks.isEmpty()) {
            begin("system");
            content(blocks, false);
            json.writeEndObject();
        }
    }

    void message(TakenMembers message) {
        String role = message.wantedText("role");
        List<TakenMembers> blocks = blocks(message, "content");
        switch (role) {
            case "user" -> user(blocks);
            case "assistant" -> assistant(blocks);
            default -> message.refuse("role", "user or assistant is wanted");
        }
        message.end();
    }

    /** Takes a content as blocks; a text is one of them. */
    private List<TakenMembers> blocks(TakenMembers from, String name) {
        List<TakenMembers> blocks = new ArrayList<>();
        switch (from.take(name)) {
            case null -> {}
            case Items(var items, var _) -> {
                for (int i = 0; i < items.size(); i++) {
                    blocks.add(new TakenMembers(from.path(name + "." + i), items.get(i), untranslated));
                }
            }
            case Scalar scalar
            when scalar.isString() -> {
                blocks.add(new TakenMembers(from.path(name), textBlock(scalar), untranslated));
            }
            case DocumentNode _ -> from.refuse(name, "a text or a list is wanted");
        }
        blocks.forEach(block -> block.leaveOut("cache_control"));
        return blocks;
    }

    private static DocumentNode textBlock(Scalar text) {
        var type = new Scalar("text", DocumentNode.Style.QUOTED, text.place());
        return new DocumentNode.Members(
                Map.of(
                        "type", new DocumentNode.Member(text.place(), type),
                        "text", new DocumentNode.Member(text.place(), text)),
                text.place());
    }

    /** Results of tools are messages of their own in OpenAI's API, in front of what else the message says. */
    private void user(List<TakenMembers> blocks) {
        List<TakenMembers> said = new ArrayList<>();
        for (TakenMembers block : blocks) {
            if (!block.has("tool_use_id")) {
                said.add(block);
            } else if (said.isEmpty()) {
                result(block);
            } else {
                block.refuse("type", "results of tools stand first in a message");
            }
        }
        if (!said.isEmpty() || blocks.isEmpty()) {
            begin("user");
            content(said, true);
            json.writeEndObject();
        }
    }

    private void result(TakenMembers block) {
        block.only("type", "tool_result");
        begin("tool");
        json.writeStringProperty("tool_call_id", block.wantedText("tool_use_id"));
        content(blocks(block, "content"), false);
        block.only("is_error", "false");
        json.writeEndObject();
        block.end();
    }

    private void assistant(List<TakenMembers> blocks) {
        List<TakenMembers> said =
                blocks.stream().filter(block -> !block.has("input")).toList();
        List<TakenMembers> calls =
                blocks.stream().filter(block -> block.has("input")).toList();
        begin("assistant");
        if (!said.isEmpty() || calls.isEmpty()) {
            content(said, false);
        }
        if (!calls.isEmpty()) {
            json.writeArrayPropertyStart("tool_calls");
            calls.forEach(this::call);
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void call(TakenMembers block) {
        block.only("type", "tool_use");
        json.writeStartObject();
        json.writeStringProperty("id", block.wantedText("id"));
        json.writeStringProperty("type", "function");
        json.writeObjectPropertyStart("function");
        json.writeStringProperty("name", block.wantedText("name"));
        json.writeStringProperty("arguments", arguments(block));
        json.writeEndObject();
        json.writeEndObject();
        block.end();
    }

    private static String arguments(TakenMembers block) {
        DocumentNode input = block.take("input");
        byte[] text = JsonText.object(json -> Fields.members(input).forEach((name, member) -> {
            json.writeName(name);
            JsonText.write(json, member.value());
        }));
        return new String(text, StandardCharsets.UTF_8);
    }

    private void begin(String role) {
        json.writeStartObject();
        json.writeStringProperty("role", role);
    }

    /** Writes the member content: one text as such, else a list of parts. */
    private void content(List<TakenMembers> blocks, boolean images) {
        if (blocks.size() == 1 && blocks.getFirst().has("text")) {
            TakenMembers block = blocks.getFirst();
            block.only("type", "text");
            json.writeStringProperty("content", block.wantedText("text"));
            block.end();
            return;
        }
        json.writeArrayPropertyStart("content");
        blocks.forEach(block -> part(block, images));
        json.writeEndArray();
    }

    private void part(TakenMembers block, boolean images) {
        String type = block.wantedText("type");
        json.writeStartObject();
        if (type.equals("text")) {
            json.writeStringProperty("type", "text");
            json.writeStringProperty("text", block.wantedText("text"));
        } else if (type.equals("image") && images) {
            image(block);
        } else {
            block.refuse("type", "a block of this type has no counterpart");
        }
        json.writeEndObject();
        block.end();
    }

    private void image(TakenMembers block) {
        TakenMembers source = block.object("source");
        if (source == null) {
            block.refuse("source", "it is missing");
            return;
        }
        json.writeStringProperty("type", "image_url");
        json.writeObjectPropertyStart("image_url");
        switch (source.wantedText("type")) {
            case "base64" -> {
                var data = new DataUrl(source.wantedText("media_type"), source.wantedText("data"));
                json.writeStringProperty("url", data.toString());
            }
            case "url" -> json.writeStringProperty("url", source.wantedText("url"));
            default -> source.refuse("type", "a source of this type has no counterpart");
        }
        json.writeEndObject();
        source.end();
    }
}
