package io.sallyport.proxy.enforce;

import io.sallyport.model.ReasonCode;

/** What becomes of a tunnel by {@code tcp} after the first bytes of its client. */
public sealed interface SpokenVerdict {
    /** It goes on, as the tunnel that grants of what is spoken allow. */
    record Passes(AllowedRequest tunnel) implements SpokenVerdict {}

    /** It ends. */
    record Refused(ReasonCode reason) implements SpokenVerdict {}
}
