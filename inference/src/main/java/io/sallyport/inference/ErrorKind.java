package io.sallyport.inference;

/**
 * What kind of error a status is, in the words of each API. The class of exception that a client's package raises
 * follows from the status alone; its message shows the words.
 *
 * <p>Sources: the error types of the Python package {@code anthropic}, OpenAI's guide to error codes, and the canonical
 * codes of {@code google.rpc.Code}.
 */
enum ErrorKind {
    INVALID(400, "invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT"),
    UNAUTHENTICATED(401, "authentication_error", "authentication_error", "UNAUTHENTICATED"),
    UNPAID(402, "insufficient_quota", "billing_error", "RESOURCE_EXHAUSTED"),
    FORBIDDEN(403, "permission_error", "permission_error", "PERMISSION_DENIED"),
    UNKNOWN(404, "invalid_request_error", "not_found_error", "NOT_FOUND"),
    TOO_LARGE(413, "invalid_request_error", "request_too_large", "INVALID_ARGUMENT"),
    TOO_MANY(429, "rate_limit_error", "rate_limit_error", "RESOURCE_EXHAUSTED"),
    FAILED(500, "server_error", "api_error", "INTERNAL"),
    UNAVAILABLE(503, "server_error", "overloaded_error", "UNAVAILABLE"),
    TOO_LATE(504, "server_error", "timeout_error", "DEADLINE_EXCEEDED");

    private final int status;
    private final String openAi;
    private final String anthropic;
    private final String gemini;

    ErrorKind(int status, String openAi, String anthropic, String gemini) {
        this.status = status;
        this.openAi = openAi;
        this.anthropic = anthropic;
        this.gemini = gemini;
    }

    /** Returns the kind of a status; what is not listed is {@link #INVALID} or, from 500 on, {@link #FAILED}. */
    static ErrorKind of(int status) {
        for (ErrorKind kind : values()) {
            if (kind.status == status) {
                return kind;
            }
        }
        return status < 500 ? INVALID : FAILED;
    }

    String openAi() {
        return openAi;
    }

    String anthropic() {
        return anthropic;
    }

    String gemini() {
        return gemini;
    }
}
