package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Question;
import io.sallyport.model.RequestKind;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.StatedBody;
import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the body of {@code POST /v1/sandboxes/{id}/explain}: {@code {"method": "GET", "url": "https://h/p"}}, with
 * {@code body} and {@code content_type} if it has one, or {@code {"capability": "tool.call", "target": "web.search",
 * "skill_id": "rust"}}.
 */
public final class ExplainBody extends CallBodyReader<ExplainBody.Asked> {
    private @Nullable String method;
    private @Nullable String url;
    private @Nullable String capability;
    private @Nullable String target;
    private @Nullable String skill;
    private @Nullable String body;
    private @Nullable String contentType;

    /** What is asked about: a request with as much of its body as is stated, or an action. */
    public record Asked(Question question, RequestHeaders headers) {}

    private ExplainBody(CallBody json) {
        super(json);
    }

    public static Read<Asked> read(ByteBuffer body) {
        return read(body, ExplainBody::new);
    }

    @Override
    void member(String name) throws BodyRefusal {
        switch (name) {
            case "method" -> method = json.string(name);
            case "url" -> url = json.string(name);
            case "capability" -> capability = json.string(name);
            case "target" -> target = json.string(name);
            case "skill_id" -> skill = json.string(name);
            case "body" -> body = json.string(name);
            case "content_type" -> contentType = json.string(name);
            default -> json.unknown(name, "method, url, body, content_type, capability, target, skill_id");
        }
    }

    @Override
    Read<Asked> ended() {
        String asked = url;
        boolean ofRequest = method != null || asked != null || body != null || contentType != null;
        boolean ofAction = capability != null || target != null || skill != null;
        if (ofRequest == ofAction) {
            return unreadable("one of \"url\" and \"capability\" is asked about");
        }
        if (ofRequest) {
            return asked == null
                    ? unreadable("\"url\" is missing")
                    : read(WrittenRequest.parse(method == null ? "GET" : method, asked));
        }
        return capability == null || target == null
                ? unreadable("\"capability\" or \"target\" is missing")
                : read(CanonicalAction.parse(capability, target, skill));
    }

    private Read<Asked> read(Parsed<CanonicalRequest> parsed) {
        return switch (parsed) {
            case Parsed.Accepted(var request) -> read(request);
            case Parsed.Rejected(var why, int at) -> noForm("request", why, at);
        };
    }

    private Read<Asked> read(CanonicalRequest request) {
        String text = body;
        String type = contentType;
        if (text == null && type == null) {
            return new Read.Good<>(new Asked(request, RequestHeaders.EMPTY));
        }
        if (text == null || type == null) {
            return unreadable("\"body\" stands beside \"content_type\"");
        }
        return request.kind() == RequestKind.CONNECT
                ? unreadable("a tunnel has no body")
                : new Read.Good<>(new Asked(request, StatedBody.of(type, text)));
    }

    private static Read<Asked> read(Canonicalized<CanonicalAction> parsed) {
        return switch (parsed) {
            case Canonicalized.Accepted(var action) -> new Read.Good<>(new Asked(action, RequestHeaders.EMPTY));
            case Canonicalized.Rejected(var _, var why, int at) -> noForm("action", why, at);
        };
    }

    private static Read<Asked> noForm(String what, String why, int at) {
        return unreadable("the " + what + " has no canonical form: " + why + " (at " + at + ")");
    }

    private static Read<Asked> unreadable(String why) {
        return new Read.Unreadable<>(DiagnosticCode.INVALID_REQUEST, why);
    }
}
