package io.sallyport.proxy.relay.channel;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.FileRegion;
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
    private long piped;

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

    /** Whether its sandbox has so little waiting that a pipe may hold more of it. */
    boolean isWide() {
        SandboxBuffers payer = charge.payer();
        return payer == null || payer.level() == BufferLevel.WIDE;
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
        long waiting = waiting();
        if (waiting > 0 && channel.unsafe().outboundBuffer() != null) {
            settleOnceGone();
        }
        charge.set(waiting);
    }

    /** Charges what waits now, where anything is charged. */
    public void settle() {
        if (charge.bytes() > 0) {
            charge.set(waiting());
        }
    }

    private long waiting() {
        return Channels.waiting(channel) + piped;
    }

    /** Writes and flushes what a pipe holds, which is charged until it has gone. */
    ChannelFuture empty(FileRegion pipe) {
        ChannelFuture gone = channel.writeAndFlush(pipe);
        if (!gone.isDone()) {
            piped = pipe.count();
            charge.set(waiting());
            gone.addListener(_ -> emptied());
        }
        return gone;
    }

    private void emptied() {
        piped = 0;
        settle();
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
