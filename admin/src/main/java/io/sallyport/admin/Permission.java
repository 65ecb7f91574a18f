package io.sallyport.admin;

/** What a call needs. */
enum Permission {
    READ_SANDBOXES,
    CHANGE_SANDBOXES,
    READ_GUARDRAILS,
    CHANGE_GUARDRAILS,
    READ_AUDIT,
    /** Readiness, metrics and the description of the API. */
    READ_STATE
}
