package io.sallyport.proxy.relay.upstream;

import io.netty.buffer.ByteBuf;

/** Who uses a connection to a target, and hears its events. */
public interface UpstreamUser {
    /** {@code in} stays the connection's. */
    void upstreamRead(ByteBuf in);

    /** What the target answers is no answer, and {@code why}; nothing that comes after it is read. */
    void upstreamMalformed(String why);

    void upstreamReadComplete();

    void upstreamWritable();

    /**
     * The target has closed; nothing comes any more.
     *
     * @param whole whether it meant to: over TLS a connection that only breaks off may have been cut by anybody on the
     *     way (RFC 8446 section 6.1)
     */
    void upstreamClosed(boolean whole);
}
