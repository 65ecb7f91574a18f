package io.sallyport.proxy.intercept;

import io.sallyport.model.ReasonCode;

/** What came of {@link ServerTls#prepare}. */
public sealed interface PreparedTls {
    /**
     * The handshake can begin; {@code tls} is sure to be usable until the callback returns, and must not be kept
     * longer.
     */
    record Ready(ServerContext tls) implements PreparedTls {}

    /** There is no leaf for that name; {@code detail} is safe to show to the sandbox. */
    record Failed(ReasonCode reason, String detail) implements PreparedTls {}
}
