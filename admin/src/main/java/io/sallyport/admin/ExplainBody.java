package io.sallyport.admin;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /v1/sandboxes/{id}/explain}: {@code {"method": "GET", "url": "https://h/p"}}, while it is read. */
final class ExplainBody {
    private final StrictJson json;
    private @Nullable String method = "GET";
    private @Nullable String url;

    private ExplainBody(StrictJson json) {
        this.json = json;
    }

    static Read<CanonicalRequest> read(ByteBuffer body) {
        try (StrictJson json = StrictJson.of(body)) {
            var read = new ExplainBody(json);
            json.document(read::member);
            return json.diagnostics().isEmpty() ? read.request() : new Read.Wrong<>(json.diagnostics());
        } catch (BodyRefusal e) {
            return new Read.Unreadable<>(e.code(), e.text());
        }
    }

    private void member(String name) throws BodyRefusal {
        switch (name) {
            case "method" -> method = json.string(name);
            case "url" -> url = json.string(name);
            default -> json.unknown(name, "method, url");
        }
    }

    private Read<CanonicalRequest> request() {
        if (method == null || url == null) {
            return new Read.Unreadable<>("INVALID_REQUEST", "\"url\" is missing");
        }
        return switch (WrittenRequest.parse(method, url)) {
            case WrittenRequest.Accepted(var request) -> new Read.Good<>(request);
            case WrittenRequest.Rejected(var why, int at) ->
                new Read.Unreadable<>(
                        "INVALID_REQUEST", "the request has no canonical form: " + why + " (at " + at + ")");
        };
    }
}
