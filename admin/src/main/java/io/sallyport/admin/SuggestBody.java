package io.sallyport.admin;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of {@code POST /v1/sandboxes/{id}/suggest}: {@code {"requests": ["GET https://h/p"]}}, or {@code {}} for the
 * sandbox's own refusals.
 */
final class SuggestBody {
    /** Requests of one call. */
    static final int MAX_REQUESTS = 1_000;

    private SuggestBody() {}

    /** The requests that are named; none where there are none. */
    static Read<List<CanonicalRequest>> read(ByteBuffer body) {
        List<CanonicalRequest> requests = new ArrayList<>();
        try (StrictJson json = StrictJson.of(body)) {
            json.document(name -> {
                if (name.equals("requests")) {
                    json.stringSet(name, MAX_REQUESTS).forEach(text -> add(text, json, requests));
                } else {
                    json.unknown(name, "requests");
                }
            });
            return json.diagnostics().isEmpty() ? new Read.Good<>(requests) : new Read.Wrong<>(json.diagnostics());
        } catch (BodyRefusal e) {
            return new Read.Unreadable<>(e.code(), e.text());
        }
    }

    private static void add(String text, StrictJson json, List<CanonicalRequest> requests) {
        int space = text.indexOf(' ');
        String method = space < 0 ? "GET" : text.substring(0, space);
        switch (WrittenRequest.parse(method, text.substring(space + 1))) {
            case WrittenRequest.Accepted(var request) -> requests.add(request);
            case WrittenRequest.Rejected(var why, int at) ->
                json.wrong(
                        "INVALID_REQUEST",
                        "\"" + StrictJson.shown(text) + "\" has no canonical form: " + why + " (at " + at + ")",
                        "written METHOD URL");
        }
    }
}
