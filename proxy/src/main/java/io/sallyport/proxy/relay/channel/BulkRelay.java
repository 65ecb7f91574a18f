package io.sallyport.proxy.relay.channel;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.sallyport.transport.SplicePipe;
import io.sallyport.transport.SplicePipes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a tunnel that the kernel relays while bytes come in bulk. After a full read, later ones are short,
 * and what waits behind each is spliced; it ends when little waits there. Netty's reads still find the end of the
 * input and its errors, and writes stay in order, so that nothing else of the tunnel changes.
 *
 * <p>Precondition: nothing looks at these bytes or changes them, neither TLS nor a check, so that both channels have
 * nothing but the tunnel's end in their pipelines. Confined to the event loop of both channels.
 */
public final class BulkRelay {
    /** A read of that many bytes found more than it could take. */
    private static final int BULK_BYTES = 64 << 10;

    /** What Netty reads at a time meanwhile: copied, so little. */
    private static final int SHORT_READ_BYTES = 4 << 10;

    /** It ends after a read behind which less than that waited. */
    private static final int LEAST_BYTES = 16 << 10;

    /** After that many bytes others of the loop have their turn. */
    private static final int TURN_BYTES = 256 << 10;

    private final SplicePipes pipes;
    private @Nullable SplicePipe pipe;

    public BulkRelay(SplicePipes pipes) {
        this.pipes = pipes;
    }

    /** Returns the most that the next read may take. */
    public int readBytes() {
        return pipe == null ? Integer.MAX_VALUE : SHORT_READ_BYTES;
    }

    /**
     * Moves what waits in {@code from} to {@code to}, behind {@code read} bytes that were read and written, not
     * flushed. While {@code to} takes no more, {@code from} is not read.
     *
     * @param isPlain whether the precondition holds
     * @return bytes that were moved
     * @throws IOException if {@code from} is broken
     */
    public long move(int read, Channel from, OutboundBuffer to, boolean isPlain) throws IOException {
        SplicePipe open = pipe;
        boolean may = isPlain && to.isWide() && SplicePipe.serves(from) && SplicePipe.serves(to.channel());
        if (open == null) {
            if (read >= BULK_BYTES && may) {
                pipe = pipes.open();
            }
            return 0;
        }
        if (open.isBusy()) {
            return 0;
        }
        long moved = read < SHORT_READ_BYTES || !may ? 0 : move(open, from, to);
        if (moved < LEAST_BYTES && !open.isBusy()) {
            end();
        }
        return moved;
    }

    private static long move(SplicePipe pipe, Channel from, OutboundBuffer to) throws IOException {
        long moved = 0;
        while (moved < TURN_BYTES && !pipe.isBusy() && pipe.isOpen()) {
            int bytes = pipe.fill(from);
            if (bytes == 0) {
                break;
            }
            moved += bytes;
            ChannelFuture gone = to.empty(pipe.content(to.channel(), bytes));
            if (!gone.isDone()) {
                from.config().setAutoRead(false);
                gone.addListener(_ -> from.config().setAutoRead(to.channel().isWritable()));
            }
        }
        return moved;
    }

    /** Copies from now on; a pipe that holds bytes is closed once they have gone. */
    public void end() {
        SplicePipe open = pipe;
        pipe = null;
        if (open != null) {
            open.close();
        }
    }
}
