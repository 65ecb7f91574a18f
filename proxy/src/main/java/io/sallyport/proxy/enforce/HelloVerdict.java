package io.sallyport.proxy.enforce;

import io.sallyport.model.ReasonCode;

/** What becomes of a tunnel after its ClientHello. */
public sealed interface HelloVerdict {
    /** It goes on as its CONNECT was let through: looked into, or not. */
    record Passes() implements HelloVerdict {}

    /**
     * It was to be a tunnel that nobody looks into, and is looked into instead.
     *
     * @param why for the audit
     */
    record LookedInto(String why) implements HelloVerdict {}

    /** It ends. */
    record Refused(ReasonCode reason) implements HelloVerdict {}
}
