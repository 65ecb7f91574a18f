package io.sallyport.proxy.identity;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;

/** Whose request it is. */
public sealed interface Identity {
    record Known(Sandbox sandbox) implements Identity {}

    /**
     * Nobody's.
     *
     * @param reason {@code NO_IDENTITY}, {@code IDENTITY_CONFLICT} or {@code RATE_LIMITED}
     * @param why safe to show
     */
    record Unknown(ReasonCode reason, String why) implements Identity {}
}
