package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads the body of a fetch: one JSON object in UTF-8 and nothing after it, with {@code url} once; what else is in it is passed over. */
final class FetchBody {
    /** Bytes of a body. */
    static final int MAX_BYTES = 1 << 20;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxStringLength(Integer.MAX_VALUE) // the body is bounded
                    .build())
            .build();

    private FetchBody() {}

    /** The URL as it stands there. */
    static String url(byte[] body) throws RefusedException {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), decoded(body))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw invalid();
            }
            String url = member(json);
            if (json.nextToken() != null) {
                throw invalid();
            }
            if (url == null || url.isEmpty()) {
                throw new RefusedException(Refused.noUrl());
            }
            return url;
        } catch (JacksonException | CharacterCodingException _) {
            throw invalid();
        }
    }

    private static String decoded(byte[] body) throws CharacterCodingException, RefusedException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(body))
                .toString();
        if (text.startsWith("\ufeff")) {
            throw invalid();
        }
        return text;
    }

    private static @Nullable String member(JsonParser json) throws RefusedException {
        String url = null;
        boolean isSeen = false;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken token = json.nextToken();
            if (!name.equals("url")) {
                json.skipChildren();
            } else if (isSeen || (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NULL)) {
                throw invalid();
            } else {
                isSeen = true;
                url = token == JsonToken.VALUE_NULL ? null : json.getString();
            }
        }
        return url;
    }

    private static RefusedException invalid() {
        return new RefusedException(Refused.invalidBody());
    }
}
