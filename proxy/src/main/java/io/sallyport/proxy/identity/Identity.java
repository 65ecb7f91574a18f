package io.sallyport.proxy.identity;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;

/** Whose request it is. */
public sealed interface Identity {
    /** A sandbox's; of several kinds of evidence the first of {@link IdentityKind} counts. */
    record Known(Sandbox sandbox, IdentityKind kind) implements Identity {}

    /**
     * Nobody's.
     *
     * @param reason {@code NO_IDENTITY}, {@code IDENTITY_CONFLICT} or {@code RATE_LIMITED}
     * @param why safe to show
     */
    record Unknown(ReasonCode reason, String why) implements Identity {}
}
