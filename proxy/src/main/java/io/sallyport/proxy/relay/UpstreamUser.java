package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;

/** Who uses a connection to a target, and hears its events. */
interface UpstreamUser {
    /** {@code in} stays the connection's. */
    void upstreamRead(ByteBuf in);

    void upstreamReadComplete();

    void upstreamWritable();

    /** The target has closed; nothing comes any more. */
    void upstreamClosed();
}
