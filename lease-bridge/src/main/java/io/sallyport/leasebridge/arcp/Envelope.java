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
 * One message of ARCP. Fields that are not known here are passed over; a member that stands twice makes it unreadable.
 *
 * @param type as {@code job.event}
 * @param jobId null where it is about no job
 * @param eventSeq 1 and up, or 0 where it has none
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

    /** Null where it cannot be read, or is of another version. */
    static @Nullable Envelope parse(String text) {
        if (text.length() > ArcpSubscriber.MAX_MESSAGE_CHARS) {
            return null;
        }
        try {
            return of(JSON.readTree(text));
        } catch (JacksonException | NumberFormatException _) { // the latter: an exponent beyond any decimal
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

    /** A message of ours. */
    static String text(String id, String type, @Nullable String jobId, ObjectNode payload) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("arcp", VERSION).put("id", id).put("type", type);
        if (jobId != null) {
            json.put("job_id", jobId);
        }
        json.set("payload", payload);
        return json.toString();
    }

    /** A member of the payload that is text, or an empty one. */
    String text(String name) {
        return payload.path(name).stringValue("");
    }
}
