package io.sallyport.admin;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** What is answered to what the decoder could not read. */
final class Malformed {
    private Malformed() {}

    static Problem problem(Throwable cause, AdminLimits limits) {
        return switch (cause) {
            case TooLongHttpLineException _ ->
                Problem.of(
                        414,
                        "URI_TOO_LONG",
                        "the request line is too long (expected: at most " + limits.maxTargetBytes() + " bytes)");
            case TooLongHttpHeaderException _ ->
                Problem.of(
                        431,
                        "HEAD_TOO_LARGE",
                        "the head is too large (expected: at most " + limits.maxHeadBytes() + " bytes)");
            default -> Problem.of(400, "INVALID_REQUEST", "the request is malformed");
        };
    }
}
