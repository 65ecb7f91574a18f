package io.sallyport.transport;

import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A socket that another process bound, often in another network namespace, and passed to this one: an address to listen
 * at that this process cannot bind. {@link ListeningSockets} owns the descriptor from when it opens a channel on it;
 * until then {@link #close} closes it. Safe for concurrent use.
 */
public final class ReceivedSocket extends SocketAddress implements AutoCloseable {
    private static final long serialVersionUID = 1L;

    private final int descriptor;
    private final InetSocketAddress address;
    private final AtomicBoolean taken = new AtomicBoolean();

    /**
     * Takes ownership of {@code descriptor}.
     *
     * @param descriptor a non-blocking TCP socket that listens, or a bound UDP socket
     * @param address where it is bound, in its own network namespace
     */
    public ReceivedSocket(int descriptor, InetSocketAddress address) {
        this.descriptor = descriptor;
        this.address = address;
    }

    public InetSocketAddress address() {
        return address;
    }

    /**
     * Passes the ownership of the descriptor to the caller.
     *
     * @throws IOException if it was taken or closed before
     */
    int take() throws IOException {
        if (!taken.compareAndSet(false, true)) {
            throw new IOException(this + ": is listened at already, or closed");
        }
        return descriptor;
    }

    /** Closes the descriptor unless a channel owns it. */
    @Override
    public void close() throws IOException {
        if (taken.compareAndSet(false, true)) {
            new FileDescriptor(descriptor).close();
        }
    }

    @Override
    public String toString() {
        return address + " (received)";
    }
}
