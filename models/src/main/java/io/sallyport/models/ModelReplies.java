package io.sallyport.models;

import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelError;
import io.sallyport.model.answer.OwnReply;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** From what became of a request of a model to what goes back over HTTP. */
final class ModelReplies {
    /** Fields of a backend's answer that clients read; everything else stays with the gateway. */
    private static final List<String> FIELDS =
            List.of("content-type", "retry-after", "retry-after-ms", "request-id", "x-request-id", "x-should-retry");

    private static final long SECOND = 1_000_000_000;

    private ModelReplies() {}

    /** An error in the form of {@code api}, which its clients do not repeat where that does not help. */
    static OwnReply.Whole refused(ModelApi api, ModelRefusal why, String auditId) {
        int status = why.reason().status() == 0 ? 503 : why.reason().status();
        String message = why.message() + " (" + auditId + ")";
        byte[] body = ModelError.body(api, status, why.reason().word(), message);
        OwnReply.Whole reply = OwnReply.json(status, new String(body, StandardCharsets.UTF_8))
                .with("Cache-Control", "no-store")
                .with(ModelError.RETRY_HEADER, String.valueOf(why.reason().retryable()));
        return why.retryAfterNanos() == 0
                ? reply
                : reply.with("Retry-After", String.valueOf(Math.ceilDiv(why.retryAfterNanos(), SECOND)));
    }

    /** What of the head of a backend's answer is passed on. */
    static SequencedMap<String, String> fields(BackendAnswer answer, AnswerRedaction redaction) {
        var fields = new LinkedHashMap<String, String>();
        for (String name : FIELDS) {
            String value = answer.field(name);
            if (value != null) {
                fields.put(name, redaction.of(value));
            }
        }
        fields.putIfAbsent("content-type", answer.contentType());
        fields.put("cache-control", "no-store");
        return fields;
    }

    /** A whole answer, written through {@code redaction}. */
    static OwnReply whole(int status, SequencedMap<String, String> fields, byte[] body, AnswerRedaction redaction) {
        return new OwnReply.Streamed(status, fields, body.length, out -> {
            try (var shown = redaction.over(out)) {
                shown.write(body);
            }
        });
    }
}
