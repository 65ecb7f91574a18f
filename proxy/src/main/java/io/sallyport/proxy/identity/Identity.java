package io.sallyport.proxy.identity;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;

/** Whose request it is. */
public sealed interface Identity {
    record Known(Sandbox sandbox) implements Identity {}

    /**
     * Nobody's.
     *
     * @param reason {@code NO_IDENTITY} or {@code IDENTITY_CONFLICT}
     * @param why safe to show
     */
    record Unknown(ReasonCode reason, String why) implements Identity {}
}
