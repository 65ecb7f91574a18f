package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.relay.message.HalfCloseProbe;

/**
 * What a client connection is doing. Exactly one state hears the connection's events; it hands over by {@link
 * ClientConnection#become}. Confined to the event loop.
 */
abstract class ClientState {
    /** The connection is in its worker's care: called once, of the first state. */
    void begun() {}

    /** Whether bytes of the client can be taken now; those that cannot wait, and reading pauses. */
    boolean takes() {
        return false;
    }

    /** Takes some of {@code in}, which stays the caller's; called only while {@link #takes}. */
    void read(ByteBuf in) {}

    /** A run of reads is over: what was written for it is flushed. */
    void readComplete() {}

    /** The client will send nothing more, and all that it sent was taken. */
    abstract void inputEnded();

    /** The handshake of a tunnel's TLS is over. */
    void handshaken(SslHandshakeCompletionEvent event) {}

    /** The client takes bytes again. */
    void writable() {}

    /** The connection is closed. */
    abstract void gone();

    /** How a client that will send nothing more is asked whether it still waits for what is under way. */
    HalfCloseProbe probe() {
        return HalfCloseProbe.NEEDLESS;
    }

    /** Bytes that have passed so far, whichever way. */
    long moved() {
        return 0;
    }

    /** A second or so has passed; {@code nowNanos} is elapsed time. */
    abstract void sweep(long nowNanos);

    /** Ends at once, whatever is under way, and leaves its record. */
    abstract void cut(ReasonCode reason);

    /** The sandbox of the connection has ended. An answer that is going out, under bounds of its own, still goes. */
    void sandboxEnded(ReasonCode reason) {
        cut(reason);
    }

    /** Whether nothing is under way, so that a draining gateway may close the connection. */
    boolean isIdle() {
        return false;
    }

    /** Whether nothing has come or gone for so long that a draining gateway need not wait for it. */
    boolean isQuiet(long quietNanos, long nowNanos) {
        return false;
    }
}
