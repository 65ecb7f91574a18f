package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Question;
import io.sallyport.model.WrittenQuestion;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the body of {@code POST /v1/sandboxes/{id}/suggest}: {@code {"requests": ["GET https://h/p", "tool.call
 * web.search"]}}, or {@code {}} for the sandbox's own refusals.
 */
public final class SuggestBody {
    /** Limit of requests in one call. */
    public static final int MAX_REQUESTS = 1_000;

    private SuggestBody() {}

    /** Returns the named requests; empty if the body names none. */
    public static Read<List<Question>> read(ByteBuffer body) {
        List<Question> requests = new ArrayList<>();
        try {
            RequestBody json = RequestBody.of(body);
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

    private static void add(String text, RequestBody json, List<Question> requests) {
        switch (WrittenQuestion.parse(text)) {
            case WrittenQuestion.Accepted(var question) -> requests.add(question);
            case WrittenQuestion.Rejected(var why, int at) ->
                json.wrong(
                        DiagnosticCode.INVALID_REQUEST,
                        "\"" + RequestBody.shown(text) + "\" has no canonical form: " + why + " (at " + at + ")",
                        "written METHOD URL, or CAPABILITY TARGET");
        }
    }
}
