package io.sallyport.admin;

import io.sallyport.model.Diagnostic;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the body of a call: one JSON object in UTF-8 and nothing beside it. What is not readable ends the reading; what is
 * readable and wrong becomes a diagnostic, and reading goes on, so that a caller sees all of it at once. Confined to one
 * thread.
 */
final class StrictJson implements AutoCloseable {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_NAME_CHARS = 1_000;
    private static final int MAX_MESSAGE_CHARS = 200;
    private static final int MAX_DIAGNOSTICS = 50;
    private static final String FILE = "request";
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(MAX_NAME_CHARS)
                    .maxStringLength(Integer.MAX_VALUE) // the body is bounded
                    .build())
            .build();

    private final char[] text;
    private final JsonParser json;
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    private StrictJson(char[] text) {
        this.text = text;
        json = FACTORY.createParser(ObjectReadContext.empty(), text, 0, text.length);
    }

    /** Reads one member's value; it has to take all of it. */
    @FunctionalInterface
    interface Member {
        void read(String name) throws BodyRefusal;
    }

    static StrictJson of(ByteBuffer body) throws BodyRefusal {
        char[] text = decoded(body);
        if (text.length > 0 && text[0] == '\ufeff') {
            throw new BodyRefusal("BYTE_ORDER_MARK", "the body begins with a byte order mark (expected: {)", 1, 1);
        }
        return new StrictJson(text);
    }

    private static char[] decoded(ByteBuffer body) throws BodyRefusal {
        try {
            var chars = StandardCharsets.UTF_8.newDecoder().decode(body.duplicate());
            char[] text = new char[chars.remaining()];
            chars.get(text);
            return text;
        } catch (CharacterCodingException _) {
            throw new BodyRefusal("NOT_UTF8", "the body is not UTF-8", 0, 0);
        }
    }

    /** Reads the whole body as an object. */
    void document(Member member) throws BodyRefusal {
        try {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw refusal("NOT_AN_OBJECT", "the body is not a JSON object (expected: {)");
            }
            members(member);
            if (json.nextToken() != null) {
                throw refusal("TRAILING_TEXT", "text follows the JSON object");
            }
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    private void members(Member member) throws BodyRefusal {
        Set<String> seen = new HashSet<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            if (!seen.add(name)) {
                throw refusal("DUPLICATE_MEMBER", "\"" + shown(name) + "\" stands here twice");
            }
            json.nextToken();
            member.read(name);
        }
    }

    /** A member that nobody knows. */
    void unknown(String name, String known) {
        String help = name.equals("leaseConstraints") ? "write lease_constraints" : "known are: " + known;
        wrong("UNKNOWN_MEMBER", "\"" + shown(name) + "\" is not known here", help);
        json.skipChildren();
    }

    @Nullable
    String string(String name) throws BodyRefusal {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            wrongType(name, "a string");
            return null;
        }
        String value = json.getString();
        if (hasLoneSurrogate(value)) {
            throw refusal("NOT_UNICODE", "\"" + shown(name) + "\" holds half of a surrogate pair");
        }
        return value;
    }

    boolean bool(String name) {
        JsonToken token = json.currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            wrongType(name, "true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    boolean isNull() {
        return json.currentToken() == JsonToken.VALUE_NULL;
    }

    /** A number as it stands in the body; null where the value is none. */
    @Nullable
    String numberText() {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return json.getString();
        }
        json.skipChildren();
        return null;
    }

    /** The text of an object as it stands in the body: what is in it is read, and judged, by another reader. */
    @Nullable
    String rawObject(String name) {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            wrongType(name, "an object");
            return null;
        }
        int start = (int) json.currentTokenLocation().getCharOffset();
        json.skipChildren();
        int end = (int) json.currentLocation().getCharOffset();
        return new String(text, start, end - start);
    }

    /** An object of strings. */
    Map<String, String> strings(String name, int most) throws BodyRefusal {
        Map<String, String> strings = new LinkedHashMap<>();
        if (json.currentToken() != JsonToken.START_OBJECT) {
            wrongType(name, "an object of strings");
            return strings;
        }
        members(key -> {
            if (strings.size() == most) {
                wrong("TOO_MANY", "\"" + name + "\" has more than " + most + " members", null);
            }
            String value = string(name + "." + key);
            if (value != null && strings.size() <= most) {
                strings.put(key, value);
            }
        });
        return strings;
    }

    /** An array of strings, each once. */
    Set<String> stringSet(String name, int most) throws BodyRefusal {
        Set<String> strings = new LinkedHashSet<>();
        if (json.currentToken() != JsonToken.START_ARRAY) {
            wrongType(name, "an array of strings");
            return strings;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            String value = string(name);
            if (value != null && strings.size() == most) {
                wrong("TOO_MANY", "\"" + name + "\" has more than " + most + " entries", null);
                value = null;
            }
            if (value != null && !strings.add(value)) {
                wrong("DUPLICATE_ENTRY", "\"" + shown(value) + "\" stands twice in \"" + name + "\"", null);
            }
        }
        return strings;
    }

    private void wrongType(String name, String expected) {
        wrong(
                "WRONG_TYPE",
                "\"" + shown(name) + "\" is " + described(json.currentToken()) + " (expected: " + expected + ")",
                null);
        json.skipChildren();
    }

    /** Notes what is wrong with the value at hand. */
    void wrong(String code, String message, @Nullable String help) {
        if (diagnostics.size() == MAX_DIAGNOSTICS) {
            return;
        }
        TokenStreamLocation at = json.currentTokenLocation();
        diagnostics.add(Diagnostic.error(FILE, at.getLineNr(), at.getColumnNr(), code, message, help));
    }

    BodyRefusal refusal(String code, String message) {
        TokenStreamLocation at = json.currentTokenLocation();
        return new BodyRefusal(code, message, at.getLineNr(), at.getColumnNr());
    }

    List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    private static BodyRefusal unreadable(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        String message = String.valueOf(e.getOriginalMessage());
        int place = message.indexOf(" (start marker"); // repeats the place in the parser's own words
        String said = place < 0 ? message : message.substring(0, place);
        return new BodyRefusal(
                "NOT_JSON",
                "the body is not JSON: " + said.substring(0, Math.min(said.length(), MAX_MESSAGE_CHARS)),
                at == null ? 0 : at.getLineNr(),
                at == null ? 0 : at.getColumnNr());
    }

    private static String described(@Nullable JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            case null, default -> "missing";
        };
    }

    private static boolean hasLoneSurrogate(String value) {
        return value.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** Bounded, so that an answer never grows with the question. */
    static String shown(String name) {
        return name.length() <= 100 ? name : name.substring(0, 100) + "...";
    }

    @Override
    public void close() {
        json.close();
    }
}
