package io.sallyport.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be done to a request that is allowed.
 *
 * @param intercept the tunnel must be opened and each request inside it judged
 * @param credentials names of credentials that grants attach; guardrails cannot
 * @param rate name of the rate that applies, or null
 * @param redact lower-case names of header fields that never reach the audit or the target's log
 */
public record Obligations(
        boolean intercept,
        Set<String> credentials,
        @Nullable String rate,
        Set<String> redact) {
    public static final Obligations NONE = new Obligations(false, Set.of(), null, Set.of());

    public Obligations {
        credentials = Set.copyOf(credentials);
        redact = Set.copyOf(redact);
    }

    /** The same, and the tunnel must be opened. */
    public Obligations intercepting() {
        return intercept ? this : new Obligations(true, credentials, rate, redact);
    }
}
