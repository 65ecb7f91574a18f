package io.sallyport.leasebridge.arcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One message of ARCP. Unknown fields are ignored; a duplicate member makes it unreadable.
 *
 * @param type a type such as {@code job.event}
 * @param jobId null if it concerns no job
 * @param eventSeq 1 and up, or 0 if it has none
 * @param payload an object
 */
record Envelope(String type, @Nullable String jobId, long eventSeq, JsonNode payload) {
    private static final String VERSION = "1.1";
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(64)
                            .maxStringLength(ArcpSubscriber.MAX_MESSAGE_CHARS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Returns the message, or null if it is unreadable or of another version. */
    static @Nullable Envelope parse(String text) {
        if (text.length() > ArcpSubscriber.MAX_MESSAGE_CHARS) {
            return null;
        }
        try {
            return of(JSON.readTree(text));
        } catch (JacksonException | NumberFormatException _) { // NumberFormatException: an exponent beyond any decimal
            return null;
        }
    }

    private static @Nullable Envelope of(JsonNode json) {
        JsonNode payload = json.path("payload");
        boolean readable = json.path("arcp").stringValue("").equals(VERSION)
                && json.path("type").isString()
                && (payload.isObject() || payload.isMissingNode());
        return readable
                ? new Envelope(
                        json.path("type").stringValue(),
                        json.path("job_id").stringValue(null),
                        Math.max(0, json.path("event_seq").longValue(0)),
                        payload)
                : null;
    }

    /** Returns the text of an outgoing message. */
    static String text(String id, String type, @Nullable String jobId, ObjectNode payload) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("arcp", VERSION).put("id", id).put("type", type);
        if (jobId != null) {
            json.put("job_id", jobId);
        }
        json.set("payload", payload);
        return json.toString();
    }

    /** Returns a text member of the payload, or the empty text. */
    String text(String name) {
        return payload.path(name).stringValue("");
    }
}
