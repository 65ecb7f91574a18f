package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.model.ReasonCode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads what forges say: objects of which only plain members are wanted, or arrays of them. */
final class ForgeJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxStringLength(Integer.MAX_VALUE) // the body is bounded
                    .build())
            .build();

    private ForgeJson() {}

    /** One object or an array of objects; strings and numbers of each by name. */
    record Document(boolean isArray, List<Map<String, String>> objects) {}

    static Document read(byte[] body) throws RefusedException {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            Document document = read(json);
            if (json.nextToken() != null) {
                throw garbage();
            }
            return document;
        } catch (JacksonException _) {
            throw garbage();
        }
    }

    /** A tree as GitHub lists it, and whether that is not all of it. */
    record Tree(boolean isTruncated, List<Map<String, String>> entries) {}

    static Tree tree(byte[] body) throws RefusedException {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            List<Map<String, String>> entries = null;
            boolean isTruncated = false;
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw garbage();
            }
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                if (name.equals("tree") && entries == null) {
                    entries = read(json).objects();
                } else {
                    isTruncated |= json.nextToken() == JsonToken.VALUE_TRUE && name.equals("truncated");
                    json.skipChildren();
                }
            }
            if (entries == null || json.nextToken() != null) {
                throw garbage();
            }
            return new Tree(isTruncated, entries);
        } catch (JacksonException _) {
            throw garbage();
        }
    }

    private static Document read(JsonParser json) throws RefusedException {
        JsonToken first = json.nextToken();
        if (first == JsonToken.START_OBJECT) {
            return new Document(false, List.of(members(json)));
        }
        if (first != JsonToken.START_ARRAY) {
            throw garbage();
        }
        List<Map<String, String>> objects = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() != JsonToken.START_OBJECT) {
                throw garbage();
            }
            objects.add(members(json));
        }
        return new Document(true, objects);
    }

    private static Map<String, String> members(JsonParser json) {
        Map<String, String> members = new HashMap<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken token = json.nextToken();
            if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
                members.put(name, json.getString());
            } else {
                json.skipChildren();
            }
        }
        return members;
    }

    /** A member that has to be there. */
    static String text(Map<String, String> object, String name) throws RefusedException {
        @Nullable String value = object.get(name);
        if (value == null) {
            throw garbage();
        }
        return value;
    }

    /** Base64 with line feeds in it. */
    static byte[] base64(String text) throws RefusedException {
        try {
            return Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
        } catch (IllegalArgumentException _) {
            throw garbage();
        }
    }

    static RefusedException garbage() {
        return new RefusedException(
                FetchRefusal.forgeFailed(ReasonCode.UPSTREAM_MALFORMED, "the forge's answer is not what its API says"));
    }
}
