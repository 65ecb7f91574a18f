package io.sallyport.fetch;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The body of a fetch: one JSON object in UTF-8 and nothing after it, with {@code url} once and {@code type} at most once;
 * what else is in it is passed over.
 *
 * @param url as it stands there
 * @param isFile whether a single file is wanted, and not a skill
 */
record FetchBody(String url, boolean isFile) {
    /** Bytes of a body. */
    static final int MAX_BYTES = 1 << 20;

    private static final String URL = "url";
    private static final String TYPE = "type";
    private static final String FILE = "file";

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxStringLength(Integer.MAX_VALUE) // the body is bounded
                    .build())
            .build();

    /** Reads all of it. */
    static FetchBody parse(byte[] body) throws RefusedException {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), decoded(body))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw invalid();
            }
            Members members = members(json);
            if (json.nextToken() != null) {
                throw invalid();
            }
            return members.read();
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

    /** What was found of them so far; a member that is null is as one that is missing. */
    private static final class Members {
        private final Set<String> seen = new HashSet<>();
        private @Nullable String url;
        private @Nullable String type;

        private void take(String name, JsonToken token, JsonParser json) throws RefusedException {
            boolean isText = token == JsonToken.VALUE_STRING;
            if (!seen.add(name) || (!isText && token != JsonToken.VALUE_NULL)) {
                throw invalid();
            }
            if (name.equals(URL)) {
                url = isText ? json.getString() : null;
            } else {
                type = isText ? json.getString() : "null";
            }
        }

        private FetchBody read() throws RefusedException {
            if (type != null && !type.equals(FILE)) {
                throw new RefusedException(Refused.unknownType());
            }
            if (url == null || url.isEmpty()) {
                throw new RefusedException(Refused.noUrl());
            }
            return new FetchBody(url, type != null);
        }
    }

    private static Members members(JsonParser json) throws RefusedException {
        var members = new Members();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken token = json.nextToken();
            if (name.equals(URL) || name.equals(TYPE)) {
                members.take(name, token, json);
            } else {
                json.skipChildren();
            }
        }
        return members;
    }

    private static RefusedException invalid() {
        return new RefusedException(Refused.invalidBody());
    }
}
