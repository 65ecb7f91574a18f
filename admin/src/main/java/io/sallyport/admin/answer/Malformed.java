package io.sallyport.admin.answer;

import io.sallyport.web.HeadFault;
import io.sallyport.web.WebLimits;

/** Answers to requests that cannot be parsed. */
public final class Malformed {
    private Malformed() {}

    public static Problem problem(HeadFault fault, WebLimits limits) {
        return switch (fault) {
            case MALFORMED -> Problem.of(400, "INVALID_REQUEST", "the request is malformed");
            case LINE_TOO_LONG ->
                Problem.of(
                        414,
                        "URI_TOO_LONG",
                        "the request line is too long (expected: at most " + limits.maxLineBytes() + " bytes)");
            case FIELDS_TOO_LONG ->
                Problem.of(
                        431,
                        "HEAD_TOO_LARGE",
                        "the head is too large (expected: at most " + limits.maxHeadBytes() + " bytes)");
            case TOO_MANY_FIELDS ->
                Problem.of(431, "HEAD_TOO_LARGE", "more than " + limits.maxFields() + " header fields came");
            case OTHER_VERSION ->
                Problem.of(505, "UNSUPPORTED_VERSION", "the HTTP version is not served here (expected: 1.1)");
            case OTHER_CODING -> Problem.of(400, "INVALID_REQUEST", "Transfer-Encoding is not exactly \"chunked\"");
        };
    }
}
