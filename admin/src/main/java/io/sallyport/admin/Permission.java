package io.sallyport.admin;

/** What a call needs. */
enum Permission {
    READ_SANDBOXES,
    CHANGE_SANDBOXES,
    /** To ask what a sandbox may do. */
    CHECK,
    /** What policy says of a request, and which grants there are; faults in guardrails need {@link #READ_GUARDRAILS} too. */
    EXPLAIN,
    READ_GUARDRAILS,
    CHANGE_GUARDRAILS,
    READ_AUDIT,
    /** Readiness, metrics and the description of the API. */
    READ_STATE
}
