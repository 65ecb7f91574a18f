package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.inference.JsonText;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes messages of OpenAI's chat completions as Anthropic's. */
final class ChatMessages {
    private final JsonGenerator json;
    private final Untranslated untranslated;

    private ChatMessages(JsonGenerator json, Untranslated untranslated) {
        this.json = json;
        this.untranslated = untranslated;
    }

    /** Returns how many messages at the beginning are the system's. */
    static int systemCount(List<DocumentNode> messages) {
        int count = 0;
        while (count < messages.size() && isSystem(role(messages.get(count)))) {
            count++;
        }
        return count;
    }

    private static boolean isSystem(String role) {
        return role.equals("system") || role.equals("developer");
    }

    private static String role(DocumentNode message) {
        Scalar role = Fields.scalar(Fields.members(message), "role");
        return role == null ? "" : role.text();
    }

    static void writeSystem(JsonGenerator json, List<DocumentNode> system, Untranslated untranslated) {
        if (system.isEmpty()) {
            return;
        }
        var messages = new ChatMessages(json, untranslated);
        json.writeArrayPropertyStart("system");
        for (int i = 0; i < system.size(); i++) {
            var message = new TakenMembers("messages." + i, system.get(i), untranslated);
            message.take("role");
            messages.parts(message, false);
            message.end();
        }
        json.writeEndArray();
    }

    /** Writes the list of messages from {@code from} on; results of tools that follow each other become one message. */
    static void write(JsonGenerator json, List<DocumentNode> all, int from, Untranslated untranslated) {
        var messages = new ChatMessages(json, untranslated);
        json.writeStartArray();
        for (int i = from; i < all.size(); i++) {
            boolean isResult = role(all.get(i)).equals("tool");
            boolean wasResult = i > from && role(all.get(i - 1)).equals("tool");
            boolean isLast = i + 1 == all.size() || !role(all.get(i + 1)).equals("tool");
            var message = new TakenMembers("messages." + i, all.get(i), untranslated);
            if (!isResult || !wasResult) {
                json.writeStartObject();
            }
            messages.message(message, role(all.get(i)), wasResult);
            if (!isResult || isLast) {
                json.writeEndArray();
                json.writeEndObject();
            }
            message.end();
        }
        json.writeEndArray();
    }

    /** Writes a message up to the end of its content. */
    private void message(TakenMembers message, String role, boolean continuesResults) {
        message.take("role");
        switch (role) {
            case "user" -> {
                begin("user");
                parts(message, true);
            }
            case "assistant" -> {
                begin("assistant");
                parts(message, false);
                calls(message);
            }
            case "tool" -> {
                if (!continuesResults) {
                    begin("user");
                }
                result(message);
            }
            default -> {
                begin("user");
                message.refuse("role", "only the first messages may be the system's");
            }
        }
    }

    private void begin(String role) {
        json.writeStringProperty("role", role);
        json.writeArrayPropertyStart("content");
    }

    /** Writes the content, a text or a list of parts, into the list that is open. */
    private void parts(TakenMembers message, boolean images) {
        switch (message.take("content")) {
            case null -> {}
            case Items(var items, var _) -> {
                for (int i = 0; i < items.size(); i++) {
                    part(new TakenMembers(message.path("content." + i), items.get(i), untranslated), images);
                }
            }
            case Scalar scalar when scalar.isString() -> text(scalar.text());
            case DocumentNode _ -> message.refuse("content", "a text or a list is wanted");
        }
    }

    private void part(TakenMembers part, boolean images) {
        String type = part.wantedText("type");
        if (type.equals("text")) {
            text(part.wantedText("text"));
        } else if (type.equals("image_url") && images) {
            image(part);
        } else {
            part.refuse("type", "a part of this type has no counterpart");
        }
        part.end();
    }

    /** An empty text is no block in Anthropic's API, and says nothing. */
    private void text(String text) {
        if (!text.isEmpty()) {
            json.writeStartObject();
            json.writeStringProperty("type", "text");
            json.writeStringProperty("text", text);
            json.writeEndObject();
        }
    }

    private void image(TakenMembers part) {
        TakenMembers image = part.object("image_url");
        if (image == null) {
            part.refuse("image_url", "it is missing");
            return;
        }
        String url = image.wantedText("url");
        image.only("detail", "auto");
        image.end();
        DataUrl data = DataUrl.of(url);
        json.writeStartObject();
        json.writeStringProperty("type", "image");
        json.writeObjectPropertyStart("source");
        if (data != null) {
            json.writeStringProperty("type", "base64");
            json.writeStringProperty("media_type", data.mediaType());
            json.writeStringProperty("data", data.base64());
        } else if (DataUrl.isWeb(url)) {
            json.writeStringProperty("type", "url");
            json.writeStringProperty("url", url);
        } else {
            image.refuse("url", "neither an image in Base64 nor an address of the web");
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void calls(TakenMembers message) {
        List<DocumentNode> calls = message.list("tool_calls");
        for (int i = 0; i < calls.size(); i++) {
            var call = new TakenMembers(message.path("tool_calls." + i), calls.get(i), untranslated);
            call.only("type", "function");
            json.writeStartObject();
            json.writeStringProperty("type", "tool_use");
            json.writeStringProperty("id", call.wantedText("id"));
            function(call);
            json.writeEndObject();
            call.end();
        }
    }

    private void function(TakenMembers call) {
        TakenMembers function = call.object("function");
        if (function == null) {
            call.refuse("function", "it is missing");
            return;
        }
        json.writeStringProperty("name", function.wantedText("name"));
        DocumentNode input = Arguments.read(function.wantedText("arguments"));
        if (input == null) {
            function.refuse("arguments", "an object in JSON is wanted");
        } else {
            json.writeName("input");
            JsonText.write(json, input);
        }
        function.end();
    }

    private void result(TakenMembers message) {
        json.writeStartObject();
        json.writeStringProperty("type", "tool_result");
        json.writeStringProperty("tool_use_id", message.wantedText("tool_call_id"));
        json.writeArrayPropertyStart("content");
        parts(message, false);
        json.writeEndArray();
        json.writeEndObject();
    }
}
