package io.sallyport.decision.guard;

import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one JSON value in UTF-8 and nothing beside it. Names that stand twice are refused, as is what is deeply nested or
 * holds a number of more than 40 digits.
 */
final class StrictJson {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_DIGITS = 40;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_DIGITS)
                    .build())
            .build();

    private StrictJson() {}

    /** A value, or why there is none. */
    sealed interface Read {}

    record Whole(RegoValue value) implements Read {}

    record Unreadable(String why) implements Read {}

    static Read read(byte[] body) {
        char[] text;
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            text = new char[decoded.remaining()];
            decoded.get(text);
        } catch (CharacterCodingException _) {
            return new Unreadable("the body is not UTF-8");
        }
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text, 0, text.length)) {
            json.nextToken();
            RegoValue value = value(json);
            return json.nextToken() == null ? new Whole(value) : new Unreadable("text follows the JSON value");
        } catch (JacksonException | NumberFormatException _) {
            return new Unreadable("the body is not JSON, or a name stands twice in an object");
        }
    }

    private static RegoValue value(JsonParser json) {
        return switch (json.currentToken()) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> array(json);
            case VALUE_STRING -> RegoString.of(json.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> RegoNumber.parse(json.getString());
            case VALUE_TRUE -> RegoBoolean.TRUE;
            case VALUE_FALSE -> RegoBoolean.FALSE;
            case VALUE_NULL -> RegoNull.NULL;
            case null, default -> throw new StreamReadException(json, "no JSON value");
        };
    }

    private static RegoObject object(JsonParser json) {
        EntryObject object = RegoObject.growing();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            object.put(name, value(json));
        }
        return object.sealed();
    }

    private static RegoArray array(JsonParser json) {
        List<RegoValue> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(json));
        }
        return RegoArray.of(elements);
    }
}
