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

/** A question read back from its record. It lacks the query, which no record contains. */
public record RecordedQuestion(@Nullable String sandbox, String reason, Question question) {
    /** The members of a record that say what was asked, by whom, and why it ended so. */
    public static final Set<String> FIELDS = Set.of(
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
        Map<String, String> fields = AuditLine.fields(line, FIELDS);
        if (fields == null) {
            return null;
        }
        Question question = of(fields);
        return question == null
                ? null
                : new RecordedQuestion(fields.get("sandbox"), fields.getOrDefault("reason", ""), question);
    }

    /** Returns the question that the members of a record hold, or null if they hold no complete one. */
    public static @Nullable Question of(Map<String, String> fields) {
        return REQUESTS.contains(fields.getOrDefault("kind", "")) ? request(fields) : action(fields);
    }

    /** A request without a path had one that was hidden, or that has no canonical form. */
    private static @Nullable Question request(Map<String, String> fields) {
        String host = fields.getOrDefault("host", "");
        String url = fields.getOrDefault("scheme", "") + "://" + CanonicalHost.authority(host) + ":"
                + fields.getOrDefault("port", "");
        boolean isConnect = "connect".equals(fields.get("kind"));
        String method = isConnect ? "CONNECT" : fields.getOrDefault("method", "");
        String path = isConnect ? "" : fields.get("path");
        return !host.isEmpty()
                        && path != null
                        && WrittenRequest.parse(method, url + path) instanceof Parsed.Accepted(var request)
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
}
