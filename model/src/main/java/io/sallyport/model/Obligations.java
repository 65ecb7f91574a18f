package io.sallyport.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be done to a request that is allowed.
 *
 * @param intercept the tunnel must be opened and each request inside it judged
 * @param credentials names of credentials that grants attach; guardrails cannot
 * @param rate name of the rate that applies, or null
 * @param redact lower-case names of header fields that never reach the audit or the target's log
 * @param addresses blocks as {@code 10.0.0.0/8}: the target is dialled there and nowhere else; empty: at public addresses
 */
public record Obligations(
        boolean intercept,
        Set<String> credentials,
        @Nullable String rate,
        Set<String> redact,
        List<String> addresses) {
    public static final Obligations NONE = new Obligations(false, Set.of(), null, Set.of());

    public Obligations {
        credentials = Set.copyOf(credentials);
        redact = Set.copyOf(redact);
        addresses = List.copyOf(addresses);
    }

    /** Obligations that say nothing of addresses. */
    public Obligations(boolean intercept, Set<String> credentials, @Nullable String rate, Set<String> redact) {
        this(intercept, credentials, rate, redact, List.of());
    }

    /** The same, and the tunnel must be opened. */
    public Obligations intercepting() {
        return intercept ? this : new Obligations(true, credentials, rate, redact, addresses);
    }
}
