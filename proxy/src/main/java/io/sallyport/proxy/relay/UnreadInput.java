package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.proxy.relay.channel.Channels;
import org.jspecify.annotations.Nullable;

/**
 * What a client has sent and no state has taken: owns each buffer that is read until the state has taken all of it.
 * What a state does not take is held, and reading is off until the state takes it: at most two reads are ever held.
 * Confined to its event loop.
 */
final class UnreadInput {
    private final ClientConnection client;
    private final Channel channel;
    private final BufferCharge charge = new BufferCharge();
    private @Nullable ByteBuf held;
    private @Nullable ByteBuf taken;

    UnreadInput(ClientConnection client, Channel channel) {
        this.client = client;
        this.channel = channel;
    }

    /** What is held is that sandbox's. */
    void belongsTo(SandboxBuffers payer) {
        charge.to(payer);
    }

    boolean isHolding() {
        return held != null;
    }

    /** Whether a state takes bytes just now. */
    boolean isBeingTaken() {
        return taken != null;
    }

    /** Whether bytes have come that no state has taken yet. */
    boolean hasMore() {
        ByteBuf now = taken;
        return held != null || (now != null && now.isReadable());
    }

    /** Takes over what came, behind what is held already. */
    void add(ByteBuf in) {
        ByteBuf before = held;
        if (before == null) {
            give(in);
        } else {
            hold(Channels.joined(channel, before, in));
        }
    }

    /** Gives the state what is held, as far as it takes it. */
    void giveHeld() {
        ByteBuf in = takeHeld();
        if (in != null) {
            give(in);
        }
    }

    /** What came too early for the state; the caller releases it. */
    @Nullable
    ByteBuf takeHeld() {
        ByteBuf in = held;
        held = null;
        charge.set(0);
        return in;
    }

    /** Releases what is held. */
    void drop() {
        ByteBuf in = takeHeld();
        if (in != null) {
            in.release();
        }
    }

    private void give(ByteBuf in) {
        taken = in;
        try {
            while (in.isReadable() && client.state().takes()) {
                client.state().read(in);
            }
        } finally {
            taken = null;
            if (in.isReadable() && channel.isActive()) {
                hold(in);
            } else {
                in.release();
            }
        }
    }

    private void hold(ByteBuf in) {
        held = in;
        charge.set(in.capacity());
        channel.config().setAutoRead(false);
    }
}
