package io.sallyport.admin.answer;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.Map;

/**
 * An error answer: {@code {"error", "code", "message", ...}}. It says what was wrong and what was expected. It may
 * quote the caller's own text, but never contains a secret or a path of this machine.
 *
 * @param code stable, upper case
 * @param diagnostics diagnostics of refused documents
 * @param headers headers besides content type and length
 */
public record Problem(
        int status, String code, String message, List<Diagnostic> diagnostics, Map<String, String> headers) {
    public Problem {
        diagnostics = List.copyOf(diagnostics);
        headers = Map.copyOf(headers);
    }

    public static Problem of(int status, String code, String message) {
        return new Problem(status, code, message, List.of(), Map.of());
    }

    public static Problem refused(List<Diagnostic> diagnostics) {
        boolean beyond = diagnostics.stream().anyMatch(found -> found.has(DiagnosticCode.LEASE_SUBSET_VIOLATION));
        return new Problem(
                422,
                beyond ? DiagnosticCode.LEASE_SUBSET_VIOLATION.name() : "DOCUMENT_REFUSED",
                "nothing was changed: the documents are wrong",
                diagnostics,
                Map.of());
    }

    public static Problem unavailable(String why) {
        return later("nothing was changed: " + why);
    }

    /** Returns a 503 that asks the caller to try again; {@code why} is the whole message. */
    public static Problem later(String why) {
        return of(503, "UNAVAILABLE", why).with("Retry-After", "1");
    }

    /** Returns a 404 for what a path names, such as {@code sandbox}. */
    public static Problem missing(String kind) {
        return of(404, "NOT_FOUND", "there is no " + kind + " of that id");
    }

    public static Problem tooLarge(int most) {
        return of(413, "TOO_LARGE", "the body is larger than this API takes (expected: at most " + most + " bytes)");
    }

    public static Problem fault() {
        return of(500, "INTERNAL_ERROR", "the gateway failed; its log says more");
    }

    public Problem with(String header, String value) {
        return new Problem(status, code, message, diagnostics, Map.of(header, value));
    }

    /** Returns the lower-case word for the class of error, which tells the caller who has to act. */
    String error() {
        return switch (status) {
            case 401, 403, 429 -> "denied";
            case 500, 503 -> "failed";
            default -> "invalid";
        };
    }

    public OwnReply.Whole answer() {
        OwnReply.Whole reply = OwnReply.json(status, JsonAnswers.problem(this));
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
    }
}
