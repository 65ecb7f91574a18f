package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Question;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Parses the body of {@code POST /v1/sandboxes/{id}/explain}: {@code {"method": "GET", "url": "https://h/p"}}, or
 * {@code {"capability": "tool.call", "target": "web.search", "skill_id": "rust"}}.
 */
public final class ExplainBody extends CallBodyReader<Question> {
    private @Nullable String method;
    private @Nullable String url;
    private @Nullable String capability;
    private @Nullable String target;
    private @Nullable String skill;

    private ExplainBody(RequestBody json) {
        super(json);
    }

    public static Read<Question> read(ByteBuffer body) {
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
            default -> json.unknown(name, "method, url, capability, target, skill_id");
        }
    }

    @Override
    Read<Question> ended() {
        String asked = url;
        boolean ofRequest = method != null || asked != null;
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

    private static Read<Question> read(Parsed<CanonicalRequest> parsed) {
        return switch (parsed) {
            case Parsed.Accepted(var request) -> new Read.Good<>(request);
            case Parsed.Rejected(var why, int at) -> noForm("request", why, at);
        };
    }

    private static Read<Question> read(Canonicalized<CanonicalAction> parsed) {
        return switch (parsed) {
            case Canonicalized.Accepted(var action) -> new Read.Good<>(action);
            case Canonicalized.Rejected(var _, var why, int at) -> noForm("action", why, at);
        };
    }

    private static Read<Question> noForm(String what, String why, int at) {
        return unreadable("the " + what + " has no canonical form: " + why + " (at " + at + ")");
    }

    private static Read<Question> unreadable(String why) {
        return new Read.Unreadable<>(DiagnosticCode.INVALID_REQUEST, why);
    }
}
