package io.sallyport.proxy.relay.channel;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.BufferLevel;
import io.sallyport.decision.buffers.SandboxBuffers;
import org.jspecify.annotations.Nullable;

/**
 * What was written to one channel and waits there, since its peer does not read: it is charged to a sandbox, and the
 * more of that sandbox's waits in all, the less may wait here before the channel is no longer writable. What the kernel
 * takes at once costs a look and nothing more. One for each channel; confined to its event loop.
 *
 * <p>Charged is what waits after a flush. It is looked at again when all of that has gone, when the channel becomes
 * writable, when it is closed, and whenever more is flushed: in between too much may be charged, never too little.
 */
public final class OutboundBuffer {
    private final Channel channel;
    private final BufferCharge charge = new BufferCharge();
    private BufferLevel level = BufferLevel.WIDE;

    public OutboundBuffer(Channel channel) {
        this.channel = channel;
    }

    public Channel channel() {
        return channel;
    }

    /** What waits here, and what will, is that sandbox's. */
    public void belongsTo(SandboxBuffers payer) {
        charge.to(payer);
    }

    /** To be called before a write: how much may wait follows what its sandbox has waiting. */
    public void fit() {
        SandboxBuffers payer = charge.payer();
        BufferLevel now = payer == null ? BufferLevel.WIDE : payer.level();
        if (now != level) {
            level = now;
            channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(now.lowBytes(), now.highBytes()));
        }
    }

    /** Flushes, and charges what waits after that. */
    public void flush() {
        channel.flush();
        long waiting = Channels.waiting(channel);
        if (waiting > 0 && channel.unsafe().outboundBuffer() != null) {
            settleOnceGone();
        }
        charge.set(waiting);
    }

    /** Charges what waits now, where anything is charged. */
    public void settle() {
        if (charge.bytes() > 0) {
            charge.set(Channels.waiting(channel));
        }
    }

    /**
     * A mark behind all that was flushed. Past the pipeline: TLS has encrypted what was flushed, and would make a
     * record of it.
     */
    private void settleOnceGone() {
        var gone = channel.newPromise();
        // Later: the mark itself is counted until it has been heard.
        gone.addListener(_ -> channel.eventLoop().execute(this::settle));
        channel.unsafe().write(Unpooled.EMPTY_BUFFER, gone);
        channel.unsafe().flush();
    }

    /** The sandbox that is charged, or null. */
    public @Nullable SandboxBuffers payer() {
        return charge.payer();
    }
}
