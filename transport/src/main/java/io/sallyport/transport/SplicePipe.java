package io.sallyport.transport;

import io.netty.channel.Channel;
import io.netty.channel.FileRegion;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipe in the kernel through which bytes go from one TCP socket to another without coming into this process,
 * splice(2). It is filled only while empty: its content is then written to a channel like any other message, in order
 * with those before. Confined to the event loop of both sockets.
 */
public final class SplicePipe {
    private static final Logger LOG = LoggerFactory.getLogger(SplicePipe.class);

    /** More than a pipe takes: the kernel gives it 16 pages of any size. */
    private static final int MAX_FILL_BYTES = 1 << 20;

    private static final long NO_OFFSET = -1;

    private final FileDescriptor out;
    private final FileDescriptor in;
    private final Runnable whenClosed;
    private boolean isHeld;
    private boolean closes;

    SplicePipe(FileDescriptor out, FileDescriptor in, Runnable whenClosed) {
        this.out = out;
        this.in = in;
        this.whenClosed = whenClosed;
    }

    /** Returns whether {@code channel} is of a kind that a pipe is filled from, and emptied to. */
    public static boolean serves(Channel channel) {
        return channel instanceof EpollSocketChannel;
    }

    /** Returns whether its content has not gone yet, so that it cannot be filled. */
    public boolean isBusy() {
        return isHeld;
    }

    /**
     * Takes what {@code from} has received, past its pipeline: bytes that Netty has read come before. 0 means that
     * nothing is there now, which Netty's next read tells from the end.
     *
     * @throws IOException if the connection is broken
     */
    public int fill(Channel from) throws IOException {
        int socket = ((EpollSocketChannel) from).fd().intValue();
        return Native.splice(socket, NO_OFFSET, in.intValue(), NO_OFFSET, MAX_FILL_BYTES);
    }

    /**
     * Returns the {@code bytes} that it was filled with, to be written to a channel that it {@link #serves}; until that
     * write has ended, well or not, the pipe is busy.
     */
    public FileRegion content(Channel to, int bytes) {
        isHeld = true;
        return new PipeContent(this, ((EpollSocketChannel) to).fd(), bytes);
    }

    /** Returns how many of {@code bytes} the socket took. */
    int empty(FileDescriptor to, long bytes) throws IOException {
        return Native.splice(out.intValue(), NO_OFFSET, to.intValue(), NO_OFFSET, bytes);
    }

    /** The write of its content has ended. */
    void released(boolean isEmpty) {
        isHeld = false;
        if (closes || !isEmpty) {
            closeEnds();
        }
    }

    /** Closes it now, or once its content has gone. */
    public void close() {
        closes = true;
        if (!isHeld) {
            closeEnds();
        }
    }

    private void closeEnds() {
        if (!out.isOpen()) {
            return;
        }
        try {
            out.close();
            in.close();
        } catch (IOException failed) {
            LOG.warn("a pipe could not be closed", failed);
        }
        whenClosed.run();
    }

    /** Returns whether it can still be filled some time. */
    public boolean isOpen() {
        return out.isOpen();
    }
}
