package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.Http2Connection;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;

/**
 * Content that came on one connection and waits since its streams are not read: charged to a sandbox each time that it
 * is settled, and at most as much as the connection's window. Confined to its event loop.
 */
public final class UnreadContent {
    private final Http2Connection connection;
    private final BufferCharge charge = new BufferCharge();

    UnreadContent(Http2Connection connection) {
        this.connection = connection;
    }

    /** Charges {@code payer} with what waits now. */
    public void settle(SandboxBuffers payer) {
        charge.to(payer);
        charge.set(connection.local().flowController().unconsumedBytes(connection.connectionStream()));
    }

    /** The connection has ended, and nothing waits any more. */
    public void end() {
        charge.set(0);
    }
}
