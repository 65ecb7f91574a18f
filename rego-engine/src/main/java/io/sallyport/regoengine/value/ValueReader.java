package io.sallyport.regoengine.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Parses JSON with Jackson's token stream, directly into values. Confined to one thread, for one text. */
record ValueReader(JsonParser tokens) {
    /** Decodes the text first, because Jackson's own decoder accepts overlong UTF-8. */
    static ParsedJson read(byte[] text, JsonLimits limits) {
        if (text.length > limits.maxBytes()) {
            return tooLong(text.length, limits);
        }
        try {
            return read(UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString(), limits);
        } catch (CharacterCodingException e) {
            return new ParsedJson.Rejected("not UTF-8", 1, 1);
        }
    }

    static ParsedJson read(String text, JsonLimits limits) {
        if (text.length() > limits.maxBytes()) {
            return tooLong(text.length(), limits);
        }
        try (JsonParser tokens = Factories.of(limits).createParser(ObjectReadContext.empty(), text)) {
            return new ValueReader(tokens).document();
        } catch (JacksonException e) {
            return rejected(e.getOriginalMessage(), e.getLocation());
        }
    }

    private static ParsedJson.Rejected tooLong(long length, JsonLimits limits) {
        return new ParsedJson.Rejected("%d bytes (limit %d)".formatted(length, limits.maxBytes()), 1, 1);
    }

    static ParsedJson.Rejected rejected(String why, @Nullable TokenStreamLocation at) {
        return at == null
                ? new ParsedJson.Rejected(why, 1, 1)
                : new ParsedJson.Rejected(why, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private ParsedJson document() {
        try {
            if (tokens.nextToken() == null) {
                return rejected("no value", tokens.currentLocation());
            }
            RegoValue value = value();
            if (tokens.nextToken() != null) {
                return rejected("more than one value", tokens.currentTokenLocation());
            }
            value.seal();
            return new ParsedJson.Accepted(value);
        } catch (NumberFormatException e) {
            return rejected("a number that is too large", tokens.currentTokenLocation());
        }
    }

    private RegoValue value() {
        JsonToken token = tokens.currentToken();
        return switch (token) {
            case VALUE_NULL -> RegoNull.NULL;
            case VALUE_TRUE -> RegoBoolean.TRUE;
            case VALUE_FALSE -> RegoBoolean.FALSE;
            case VALUE_STRING -> RegoString.of(WholePairs.of(tokens.getString()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> RegoNumber.parse(tokens.getString());
            case START_ARRAY -> array();
            case START_OBJECT -> object();
            default -> throw new IllegalStateException("no JSON token: " + token);
        };
    }

    private RegoArray array() {
        RegoArray array = RegoArray.growing(0);
        while (tokens.nextToken() != JsonToken.END_ARRAY) {
            array.append(value());
        }
        return array;
    }

    private RegoObject object() {
        EntryObject object = RegoObject.growing();
        while (tokens.nextToken() != JsonToken.END_OBJECT) {
            RegoString key = RegoString.named(WholePairs.of(tokens.currentName()));
            tokens.nextToken();
            object.put(key, value());
        }
        return object;
    }

    /** Creating a factory is expensive and its limits are fixed, so the default one is cached. */
    static final class Factories {
        static final JsonFactory DOCUMENT = make(JsonLimits.DOCUMENT);

        private Factories() {}

        private static JsonFactory of(JsonLimits limits) {
            return limits.equals(JsonLimits.DOCUMENT) ? DOCUMENT : make(limits);
        }

        private static JsonFactory make(JsonLimits limits) {
            StreamReadConstraints constraints = StreamReadConstraints.builder()
                    .maxNestingDepth(limits.maxDepth())
                    .maxNumberLength(NumberText.MAX_LENGTH)
                    .maxStringLength((int) Math.min(limits.maxBytes(), Integer.MAX_VALUE))
                    .maxNameLength((int) Math.min(limits.maxBytes(), Integer.MAX_VALUE))
                    .build();
            return JsonFactory.builder().streamReadConstraints(constraints).build();
        }
    }
}
