package io.sallyport.admin;

/** The permission that a call needs. */
enum Permission {
    READ_SANDBOXES,
    CHANGE_SANDBOXES,
    READ_WORKSPACES,
    CHANGE_WORKSPACES,
    /** Asking what a sandbox may do. */
    CHECK,
    /**
     * Asking why policy decides as it does and which grants exist. Faults in guardrails also need {@link
     * #READ_GUARDRAILS}.
     */
    EXPLAIN,
    READ_GUARDRAILS,
    CHANGE_GUARDRAILS,
    /** Hearing of requests that wait for a person, and answering them. */
    ANSWER_ASKS,
    /** Reading records, and what they say of providers. */
    READ_AUDIT,
    /** Reading readiness, metrics and the API's description. */
    READ_STATE
}
