package io.sallyport.decision.secrets;

/** What is done about secrets that no rule asks for. */
public enum FindingMode {
    /** They are looked for where a rule reads {@code input.net.findings} alone. */
    OFF,
    /** They are looked for in each request that is allowed, and its record names them. */
    REPORT,
    /** The same, and the request is refused. */
    ENFORCE
}
