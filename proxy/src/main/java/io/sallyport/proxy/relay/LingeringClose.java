package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ConnectionLimits;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import java.time.Duration;

/**
 * After the last answer: our side is closed, and what still comes is thrown away for a while, or a client that is still
 * sending would lose the answer to a reset (RFC 9112 section 9.6).
 */
final class LingeringClose extends ClientState {
    private final ClientConnection client;
    private final boolean unread;
    private final SweepTimer timer = new SweepTimer();
    private long thrownAway;
    private boolean written;

    /** After a connection that is closed at once. */
    LingeringClose(ClientConnection client) {
        this(client, false);
    }

    /** @param unread the client is still sending a body */
    LingeringClose(ClientConnection client, boolean unread) {
        this.client = client;
        this.unread = unread;
    }

    void start() {
        Channels.afterWrites(client.channel(), this::written);
    }

    private void written() {
        written = true;
        timer.restart();
        boolean halves = Channels.endsByHalves(client.channel());
        if (client.hasInputEnded() || (!halves && !unread)) {
            Channels.close(client.channel());
        } else if (halves) {
            Channels.endOutput(client.channel());
        } // else the answer says itself where it ends: TLS that has taken leave would hear no more of the body
    }

    @Override
    boolean takes() {
        return true;
    }

    @Override
    void read(ByteBuf in) {
        thrownAway += in.readableBytes();
        in.skipBytes(in.readableBytes());
        if (thrownAway > client.worker().limits().connections().drainBytes()) {
            Channels.close(client.channel());
        }
    }

    @Override
    void inputEnded() {
        Channels.closeAfterWrites(client.channel());
    }

    @Override
    void gone() {}

    /** A client that is slow to read its answer has the time of an idle connection for it. */
    @Override
    void sweep(long nowNanos) {
        ConnectionLimits limits = client.worker().limits().connections();
        Duration limit = written ? limits.lingerTimeout() : limits.idleTimeout();
        if (timer.hasPassed(limit.toNanos(), nowNanos)) {
            Channels.close(client.channel());
        }
    }

    /** It has a bound of time. */
    @Override
    void sandboxEnded(ReasonCode reason) {}

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }
}
