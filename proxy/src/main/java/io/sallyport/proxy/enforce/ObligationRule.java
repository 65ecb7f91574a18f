package io.sallyport.proxy.enforce;

import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import org.jspecify.annotations.Nullable;

/** An obligation is met or the request is refused after all. Immutable. */
final class ObligationRule {
    private final boolean intercepts;

    /** @param intercepts whether this gateway can look into tunnels */
    ObligationRule(boolean intercepts) {
        this.intercepts = intercepts;
    }

    /** Which obligation cannot be met, as a reason; null where all can be. */
    @Nullable
    ReasonCode unmet(Passage passage) {
        if (passage.request().kind() == RequestKind.CONNECT) {
            // Whatever else they ask for is done to the requests inside.
            return passage.isInspected() && !intercepts ? ReasonCode.NEEDS_INTERCEPTION : null;
        }
        Obligations obligations = passage.obligations();
        // Nothing attaches credentials yet; named rates do not exist yet.
        boolean unknown = !obligations.credentials().isEmpty() || obligations.rate() != null;
        return unknown ? ReasonCode.UNKNOWN_OBLIGATION : null;
    }
}
