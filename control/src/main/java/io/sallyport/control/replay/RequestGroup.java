package io.sallyport.control.replay;

import io.sallyport.leasebridge.suggest.TemplatedPath;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Question;
import io.sallyport.model.text.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Questions of one sort. Everything in it can be shown on a terminal. Immutable.
 *
 * @param sandbox its id
 * @param origin as {@code https://a.test} (RFC 6454 section 6.2); for a tunnel with its port; empty for an action
 * @param method or {@code CONNECT}; for an action, its capability; empty if it is unknown
 * @param path the template of the path; for an action, its target; empty for a tunnel, and if it is unknown
 * @param by what decides now, or what the record lacks
 */
public record RequestGroup(String sandbox, String origin, String method, String path, String by) {
    /** Returns the group of a question. */
    static RequestGroup of(String sandbox, Question question, String by) {
        return switch (question) {
            case CanonicalRequest request -> of(sandbox, request, by);
            case CanonicalAction action ->
                new RequestGroup(
                        sandbox, "", action.capability(), PrintableText.of(action.target()), PrintableText.of(by));
        };
    }

    private static RequestGroup of(String sandbox, CanonicalRequest request, String by) {
        CanonicalPath path = request.path();
        String shown = PrintableText.of(by);
        return path == null
                ? new RequestGroup(sandbox, request.target(), "CONNECT", "", shown)
                : new RequestGroup(
                        sandbox,
                        request.scheme().word() + "://" + request.authority(),
                        String.valueOf(request.method()),
                        TemplatedPath.of(path).text(),
                        shown);
    }

    /** Returns the group of records that do not say what was asked. */
    static RequestGroup unknown(String sandbox, @Nullable String host, String by) {
        return new RequestGroup(sandbox, host == null ? "" : host, "", "", by);
    }

    /** Returns what was asked, as people write it. */
    public String asked() {
        String target = origin + (origin.isEmpty() || path.isEmpty() || path.startsWith("/") ? "" : " ") + path;
        return (method + " " + target).strip();
    }
}
