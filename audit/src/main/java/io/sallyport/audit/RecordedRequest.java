package io.sallyport.audit;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What was asked, read back from its record; without its query, which no record has. */
public record RecordedRequest(@Nullable String sandbox, String reason, CanonicalRequest request) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<String> KINDS = Set.of("connect", "http");

    /** Reads a line; null where it is none of ours or holds no whole request. */
    public static @Nullable RecordedRequest parse(String line) {
        Map<String, String> fields = fields(line);
        String host = fields.getOrDefault("host", "");
        String kind = fields.getOrDefault("kind", "");
        if (host.isEmpty() || !KINDS.contains(kind)) {
            return null;
        }
        String url = fields.getOrDefault("scheme", "") + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + fields.getOrDefault("port", "");
        String method = kind.equals("connect") ? "CONNECT" : fields.getOrDefault("method", "");
        return WrittenRequest.parse(method, url + fields.getOrDefault("path", ""))
                        instanceof WrittenRequest.Accepted(var request)
                ? new RecordedRequest(fields.get("sandbox"), fields.getOrDefault("reason", ""), request)
                : null;
    }

    /** Its members that are no objects or lists; none where it cannot be read. */
    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Map.of();
            }
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                if (json.nextToken().isScalarValue() && json.currentToken() != JsonToken.VALUE_NULL) {
                    fields.put(name, json.getString());
                }
                json.skipChildren();
            }
            return fields;
        } catch (JacksonException _) {
            return Map.of();
        }
    }
}
