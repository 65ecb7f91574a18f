package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ConnectionLimits;
import java.time.Duration;

/**
 * After the last answer: our side is closed, and what still comes is thrown away for a while, or a client that is still
 * sending would lose the answer to a reset (RFC 9112 section 9.6).
 */
final class Lingering extends ClientState {
    private final ClientConnection client;
    private final SweepTimer timer = new SweepTimer();
    private long thrownAway;
    private boolean written;

    Lingering(ClientConnection client) {
        this.client = client;
    }

    void start() {
        Channels.afterWrites(client.channel(), this::written);
    }

    private void written() {
        written = true;
        timer.restart();
        if (client.hasInputEnded()) {
            Channels.close(client.channel());
        } else {
            Channels.endOutput(client.channel());
        }
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

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }
}
