package io.sallyport.model.answer;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The answer to a request that is not let through: one body for every door, inside and outside a tunnel. All of it is safe
 * to show to the sandbox; the query of the request is never in it.
 *
 * @param status the HTTP status; mostly the reason's own
 * @param message one sentence: what happened
 * @param hint what would help, or null
 * @param rule the rule that settled it, or null
 * @param allowed patterns that are granted, nearest first; those past {@link #MAX_ALLOWED} are left out
 * @param auditId the id of the request's audit record
 * @param grounds the lease, and all that speak against the request
 */
public record Refusal(
        ReasonCode reason,
        int status,
        String message,
        @Nullable String hint,
        @Nullable String rule,
        Asked asked,
        List<String> allowed,
        String auditId,
        DecisionGrounds grounds) {
    /** Patterns that one refusal names. */
    public static final int MAX_ALLOWED = 20;

    /** The media type of {@link #json}. */
    public static final String CONTENT_TYPE = "application/json";

    private static final JsonFactory JSON = new JsonFactory();

    public Refusal {
        allowed = allowed.stream().limit(MAX_ALLOWED).toList();
    }

    /** A refusal that needs no further words. */
    public static Refusal of(ReasonCode reason, Asked asked, String auditId) {
        return new Refusal(
                reason,
                reason.status(),
                reason.message(),
                null,
                null,
                asked,
                List.of(),
                auditId,
                DecisionGrounds.of(null, reason, null));
    }

    /** What the policy refused, in the words of the first deny: its message and hint, or the message as the hint. */
    public static Refusal of(Decision.Deny deny, Asked asked, List<String> allowed, String auditId) {
        ReasonCode reason = deny.reason();
        String message = reason.message();
        String hint = null;
        if (!deny.denies().isEmpty()) {
            Decision.DenyRule first = deny.denies().getFirst();
            message = first.hint() == null ? message : first.message();
            hint = first.hint() == null ? first.message() : first.hint();
        }
        DecisionGrounds grounds = DecisionGrounds.of(null, reason, null);
        return new Refusal(reason, reason.status(), message, hint, deny.rule(), asked, allowed, auditId, grounds);
    }

    /** The same with what it rests on. */
    public Refusal on(DecisionGrounds all) {
        return new Refusal(reason, status, message, hint, rule, asked, allowed, auditId, all);
    }

    /** The same with a hint. */
    public Refusal withHint(String text) {
        return new Refusal(reason, status, message, text, rule, asked, allowed, auditId, grounds);
    }

    /** The same with another status, as 403 for an expired lease where proxy credentials were not asked for. */
    public Refusal withStatus(int other) {
        return new Refusal(reason, other, message, hint, rule, asked, allowed, auditId, grounds);
    }

    /** What follows the status in an HTTP/1.1 status line, as {@code Denied: no_grant}. */
    public String reasonPhrase() {
        String verb = switch (reason.verdict()) {
            case ALLOW, DENY -> "Denied";
            case REJECT -> "Rejected";
            case LIMIT -> "Limited";
            case FAIL -> "Failed";
        };
        return verb + ": " + reason.word();
    }

    /** The value of {@code Proxy-Status} (RFC 9209), as {@code sallyport; error=http_request_denied; details="no_grant"}. */
    public String proxyStatus() {
        return "sallyport; error=" + ProxyError.of(reason) + "; details=\"" + reason.word() + "\"";
    }

    /** The body, UTF-8. */
    public byte[] json() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            members(json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** The members of the body: those of the specs stand beside them. */
    void members(JsonGenerator json) {
        json.writeStringProperty("error", "denied");
        json.writeStringProperty("code", reason.code());
        json.writeStringProperty("reason", reason.word());
        json.writeStringProperty("message", message);
        json.writeStringProperty("hint", hint);
        json.writeBooleanProperty("retryable", reason.retryable());
        asked.write(json);
        json.writeStringProperty("rule", rule);
        json.writeArrayPropertyStart("allowed");
        allowed.forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("audit_id", auditId);
        json.writeStringProperty("lease_id", grounds.lease());
        json.writeArrayPropertyStart("reasons");
        grounds.objections().forEach(objection -> objection.write(json));
        json.writeEndArray();
    }

    /**
     * What was asked, as far as it is known: text of the client's may stand here, so it is cut at {@link #MAX_TEXT}.
     *
     * @param path without query: what follows a {@code ?} or {@code #} is cut off
     */
    public record Asked(
            @Nullable String host,
            @Nullable Integer port,
            @Nullable String method,
            @Nullable String path) {
        /** Chars of each field. */
        public static final int MAX_TEXT = 4_096;

        /** Nothing of the request could be read. */
        public static final Asked UNKNOWN = new Asked(null, null, null, null);

        public Asked {
            host = cut(host);
            method = cut(method);
            path = cut(path);
        }

        public static Asked of(CanonicalRequest request) {
            CanonicalPath path = request.path();
            return new Asked(
                    request.host().text(), request.port(), request.method(), path == null ? null : path.text());
        }

        private static @Nullable String cut(@Nullable String text) {
            if (text == null) {
                return null;
            }
            int end = 0;
            while (end < text.length() && end < MAX_TEXT && text.charAt(end) != '?' && text.charAt(end) != '#') {
                end++;
            }
            return text.substring(0, end);
        }

        private void write(JsonGenerator json) {
            json.writeObjectPropertyStart("request");
            json.writeStringProperty("host", host);
            if (port == null) {
                json.writeNullProperty("port");
            } else {
                json.writeNumberProperty("port", port);
            }
            json.writeStringProperty("method", method);
            json.writeStringProperty("path", path);
            json.writeEndObject();
        }
    }
}
