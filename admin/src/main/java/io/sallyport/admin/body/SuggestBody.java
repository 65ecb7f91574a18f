package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Question;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the body of {@code POST /v1/sandboxes/{id}/suggest}: {@code {"requests": ["GET https://h/p", "tool.call
 * web.search"]}}, or {@code {}} for the sandbox's own refusals.
 */
public final class SuggestBody extends CallBodyReader<List<Question>> {
    /** Limit of requests in one call. */
    public static final int MAX_REQUESTS = 1_000;

    private final List<Question> requests = new ArrayList<>();

    private SuggestBody(CallBody json) {
        super(json);
    }

    /** Returns the named requests; empty if the body names none. */
    public static Read<List<Question>> read(ByteBuffer body) {
        return read(body, SuggestBody::new);
    }

    @Override
    void member(String name) {
        switch (name) {
            case "requests" -> json.stringSet(name, MAX_REQUESTS).forEach(this::add);
            default -> json.unknown(name, "requests");
        }
    }

    @Override
    Read<List<Question>> ended() {
        return new Read.Good<>(requests);
    }

    private void add(String text) {
        switch (WrittenQuestion.parse(text)) {
            case Parsed.Accepted(var question) -> requests.add(question);
            case Parsed.Rejected(var why, int at) ->
                json.wrong(
                        DiagnosticCode.INVALID_REQUEST,
                        "\"" + CallBody.shown(text) + "\" has no canonical form: " + why + " (at " + at + ")",
                        "written METHOD URL, or CAPABILITY TARGET");
        }
    }
}
