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
        Obligations obligations = passage.obligations();
        if (obligations.rate() != null) {
            return ReasonCode.UNKNOWN_OBLIGATION; // named rates do not exist yet
        }
        if (passage.request().kind() == RequestKind.CONNECT) {
            // Whatever else they ask for is done to the requests inside; a tunnel for anything has none.
            boolean opaque = !intercepts || passage.isForAnything();
            return passage.isInspected() && opaque ? ReasonCode.NEEDS_INTERCEPTION : null;
        }
        // Nothing attaches credentials yet.
        return obligations.credentials().isEmpty() ? null : ReasonCode.UNKNOWN_OBLIGATION;
    }
}
