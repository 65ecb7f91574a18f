package io.sallyport.proxy.firstbytes;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.intercept.ClientHello;
import org.jspecify.annotations.Nullable;

/** What the first bytes of a client are, as far as they have come. */
public sealed interface FirstBytes {
    /** More of them is needed. */
    record Incomplete() implements FirstBytes {}

    /**
     * A protocol has begun, but the client waits for an answer before it shows the rest, which is to be read too.
     *
     * @param bytes how many belong to this beginning
     */
    record Begun(Scheme scheme, int bytes) implements FirstBytes {}

    /**
     * They are of that protocol, and so is whatever follows.
     *
     * @param hello null where no TLS begins
     */
    record Spoken(Scheme scheme, @Nullable ClientHello hello) implements FirstBytes {}

    /**
     * They are of no known protocol.
     *
     * @param why for operators
     */
    record Unfit(ReasonCode reason, String why) implements FirstBytes {
        static Unfit of(String why) {
            return new Unfit(ReasonCode.PROTOCOL_MISMATCH, why);
        }
    }
}
