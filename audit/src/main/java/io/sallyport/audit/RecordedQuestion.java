package io.sallyport.audit;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Question;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A question read back from its record. It lacks the query, which no record contains. */
public record RecordedQuestion(@Nullable String sandbox, String reason, Question question) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Set<String> FIELDS = Set.of(
            "kind",
            "sandbox",
            "reason",
            "scheme",
            "host",
            "port",
            "method",
            "path",
            "capability",
            "target",
            "skill_id");
    private static final Set<String> REQUESTS = Set.of("connect", "http");

    /** Parses a line; returns null if the log did not write it or if it holds no complete question. */
    public static @Nullable RecordedQuestion parse(String line) {
        Map<String, String> fields = fields(line);
        Question question = REQUESTS.contains(fields.getOrDefault("kind", "")) ? request(fields) : action(fields);
        return question == null
                ? null
                : new RecordedQuestion(fields.get("sandbox"), fields.getOrDefault("reason", ""), question);
    }

    private static @Nullable Question request(Map<String, String> fields) {
        String host = fields.getOrDefault("host", "");
        String url = fields.getOrDefault("scheme", "") + "://" + CanonicalHost.authority(host) + ":"
                + fields.getOrDefault("port", "");
        String method = "connect".equals(fields.get("kind")) ? "CONNECT" : fields.getOrDefault("method", "");
        return !host.isEmpty()
                        && WrittenRequest.parse(method, url + fields.getOrDefault("path", ""))
                                instanceof Parsed.Accepted(var request)
                ? request
                : null;
    }

    private static @Nullable Question action(Map<String, String> fields) {
        String capability = fields.get("capability");
        String target = fields.get("target");
        return capability != null
                        && target != null
                        && CanonicalAction.parse(capability, target, fields.get("skill_id"))
                                instanceof Canonicalized.Accepted(var action)
                ? action
                : null;
    }

    /** Returns no fields if the line cannot be read. */
    private static Map<String, String> fields(String line) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            Map<String, String> fields = AuditLine.fields(json, FIELDS);
            return fields == null ? Map.of() : fields;
        } catch (JacksonException _) {
            return Map.of();
        }
    }
}
