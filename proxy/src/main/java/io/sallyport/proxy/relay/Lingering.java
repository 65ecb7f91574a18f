package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;

/**
 * After the last answer: our side is closed, and what still comes is thrown away for a while, or a client that is still
 * sending would lose the answer to a reset (RFC 9112 section 9.6).
 */
final class Lingering extends ClientState {
    private final ClientConnection client;
    private final SweepTimer timer = new SweepTimer();
    private long thrownAway;

    Lingering(ClientConnection client) {
        this.client = client;
    }

    void start() {
        if (client.hasInputEnded()) {
            Channels.closeAfterWrites(client.channel());
        } else {
            Channels.endOutputAfterWrites(client.channel());
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

    @Override
    void sweep(long nowNanos) {
        if (timer.hasPassed(
                client.worker().limits().connections().lingerTimeout().toNanos(), nowNanos)) {
            Channels.close(client.channel());
        }
    }

    @Override
    void cut(ReasonCode reason) {
        Channels.close(client.channel());
    }
}
