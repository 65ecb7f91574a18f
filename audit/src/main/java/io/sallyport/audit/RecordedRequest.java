package io.sallyport.audit;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What was asked, read back from its record; without its query, which no record has. */
public record RecordedRequest(@Nullable String sandbox, String reason, CanonicalRequest request) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<String> FIELDS =
            Set.of("kind", "sandbox", "reason", "scheme", "host", "port", "method", "path");
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

    /** None where the line cannot be read. */
    private static Map<String, String> fields(String line) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            Map<String, String> fields = AuditLine.fields(json, FIELDS);
            return fields == null ? Map.of() : fields;
        } catch (JacksonException _) {
            return Map.of();
        }
    }
}
