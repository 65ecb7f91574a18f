package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import org.jspecify.annotations.Nullable;

/** An obligation is met or the request is refused after all. */
final class ObligationRule {
    private ObligationRule() {}

    /** Which obligation cannot be met, as a reason; null where all can be. */
    static @Nullable ReasonCode unmet(CanonicalRequest request, Obligations obligations) {
        boolean tunnel = request.kind() == RequestKind.CONNECT;
        boolean looksInside = obligations.intercept()
                || !obligations.credentials().isEmpty()
                || !obligations.redact().isEmpty();
        if (tunnel && looksInside) {
            return ReasonCode.NEEDS_INTERCEPTION;
        }
        // Nothing attaches credentials yet, and in the clear nothing ever will; named rates do not exist yet.
        boolean unknown = !obligations.credentials().isEmpty() || obligations.rate() != null;
        return unknown ? ReasonCode.UNKNOWN_OBLIGATION : null;
    }
}
