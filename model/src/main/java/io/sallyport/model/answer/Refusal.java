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
 * The answer to a refused request: one body for every door, inside and outside a tunnel. Everything in it is safe to
 * show to the sandbox; it never contains the query of the request.
 *
 * @param status the HTTP status; usually the reason's own
 * @param message one sentence that says what happened
 * @param hint what would help against this refusal, or null where only the reason says that
 * @param rule the deciding rule, or null
 * @param allowed granted patterns, nearest first; at most {@link #MAX_ALLOWED}, the rest is left out
 * @param auditId the id of the request's audit record
 * @param grounds the lease, and everything that speaks against the request
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
    /** Limit of patterns in one refusal. */
    public static final int MAX_ALLOWED = 20;

    /** The media type of {@link #json}. */
    public static final String CONTENT_TYPE = "application/json";

    private static final JsonFactory JSON = new JsonFactory();

    public Refusal {
        allowed = allowed.stream().limit(MAX_ALLOWED).toList();
    }

    /** Returns a refusal with only a reason. */
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

    /** Returns a refusal by policy in the words of the first deny: its message and hint, or its message as the hint. */
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

    /** Returns a copy with other grounds. */
    public Refusal on(DecisionGrounds all) {
        return new Refusal(reason, status, message, hint, rule, asked, allowed, auditId, all);
    }

    /** Returns a copy with a hint. */
    public Refusal withHint(String text) {
        return new Refusal(reason, status, message, text, rule, asked, allowed, auditId, grounds);
    }

    /** Returns a copy with another status, such as 403 for an expired lease if no proxy credentials were requested. */
    public Refusal withStatus(int other) {
        return new Refusal(reason, other, message, hint, rule, asked, allowed, auditId, grounds);
    }

    /** Returns the reason phrase of an HTTP/1.1 status line, such as {@code Denied: no_grant}. */
    public String reasonPhrase() {
        String verb = switch (reason.verdict()) {
            case ALLOW, DENY -> "Denied";
            case REJECT -> "Rejected";
            case LIMIT -> "Limited";
            case FAIL -> "Failed";
        };
        return verb + ": " + reason.word();
    }

    /**
     * Returns the value of {@code Proxy-Status} (RFC 9209), such as {@code sallyport; error=http_request_denied;
     * details="no_grant"}.
     */
    public String proxyStatus() {
        return "sallyport; error=" + ProxyError.of(reason) + "; details=\"" + reason.word() + "\"";
    }

    /** Returns what would help: the hint of this refusal, else that of its reason. */
    public String advice() {
        return hint == null ? RefusalHint.of(reason) : hint;
    }

    /** Returns what people read where there is place for one sentence: reason, message, hint, rule and audit id. */
    public String sentence() {
        return "sallyport: " + reason.word() + ": " + message + " (" + advice() + ")"
                + (rule == null ? "" : "; rule " + rule) + "; audit " + auditId;
    }

    /** Returns the body in UTF-8. */
    public byte[] json() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            members(json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** Writes the members of the body, next to which the specs' own members are written. */
    void members(JsonGenerator json) {
        json.writeStringProperty("error", "denied");
        json.writeStringProperty("code", reason.code());
        json.writeStringProperty("reason", reason.word());
        json.writeStringProperty("message", message);
        json.writeStringProperty("hint", advice());
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
     * What was requested, as far as known. May contain text of the client, so each field is cut at {@link #MAX_TEXT}.
     *
     * @param path without query: everything from a {@code ?} or {@code #} is cut off
     */
    public record Asked(
            @Nullable String host,
            @Nullable Integer port,
            @Nullable String method,
            @Nullable String path) {
        /** Limit of each field in chars. */
        public static final int MAX_TEXT = 4_096;

        /** For a request of which nothing could be parsed. */
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
