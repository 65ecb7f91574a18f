package io.sallyport.fetch;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.answer.OwnReply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** From what was said of a fetch to what goes back over HTTP. */
public final class FetchReplies {
    private static final JsonFactory JSON = new JsonFactory();

    private FetchReplies() {}

    /** Of a fetch that came to its end. */
    public static OwnReply of(FetchAnswer answer) {
        return switch (answer) {
            case FetchAnswer.Landed(var path) -> json(200, "local_path", path);
            case FetchAnswer.Failed(var refused) -> refused(refused, null);
            case FetchAnswer.Archive(var tar) ->
                new OwnReply.Streamed(200, protectedFields(AcceptedAnswer.TAR), -1, tar::writeTo);
            case FetchAnswer.Content(var file) ->
                new OwnReply.Streamed(200, protectedFields(AcceptedAnswer.OCTETS), file.bytes(), file::writeTo);
        };
    }

    /** Of a request that was turned away at the door. */
    public static OwnReply of(FetchDoor.Turned turned) {
        return refused(turned.refused(), turned.allow());
    }

    static OwnReply.Whole health() {
        return json(200, "status", "ok");
    }

    private static OwnReply.Whole refused(FetchRefusal refused, @Nullable String allow) {
        OwnReply.Whole reply = json(refused.status(), "error", refused.text());
        if (allow != null) {
            reply = reply.with("Allow", allow);
        }
        if (refused.status() == 401) {
            reply = reply.with("WWW-Authenticate", "Bearer");
        }
        Duration wait = refused.retryAfter();
        return wait == null ? reply : reply.with("Retry-After", String.valueOf(roundedUp(wait)));
    }

    /** In seconds: whoever waits so long is not too early. */
    private static long roundedUp(Duration wait) {
        return wait.plusNanos(999_999_999).toSeconds();
    }

    /** One member, and a line feed. */
    private static OwnReply.Whole json(int status, String name, String value) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty(name, value);
            json.writeEndObject();
        }
        out.write('\n');
        return new OwnReply.Whole(status, protectedFields("application/json"), out.toString(StandardCharsets.UTF_8));
    }

    private static SequencedMap<String, String> protectedFields(String type) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("Content-Type", type);
        fields.put("Cache-Control", "no-store");
        fields.put("X-Content-Type-Options", "nosniff");
        return fields;
    }
}
