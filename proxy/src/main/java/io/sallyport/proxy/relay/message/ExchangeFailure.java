package io.sallyport.proxy.relay.message;

import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * Why a request does not come to its end. Immutable.
 *
 * @param hint what the client is told beside the reason, or null
 * @param detail what the log says beside it, or null
 */
public record ExchangeFailure(
        ReasonCode reason, @Nullable String hint, @Nullable String detail) implements RequestRelay.Progress {
    /** One of which the client hears the reason alone. */
    public ExchangeFailure(ReasonCode reason, @Nullable String detail) {
        this(reason, null, detail);
    }
}
