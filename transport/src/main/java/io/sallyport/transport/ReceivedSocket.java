package io.sallyport.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A socket that another process bound, often in another network namespace, and passed to this one: an address to listen
 * at that this process cannot bind. A channel that is opened on it owns the descriptor; until then {@link #close}
 * closes it. Safe for concurrent use.
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
    public int take() throws IOException {
        if (!taken.compareAndSet(false, true)) {
            throw new IOException(this + ": is listened at already, or closed");
        }
        return descriptor;
    }

    /**
     * Checks that {@code loops} can take it.
     *
     * @throws IOException if they cannot; it is closed then
     */
    void requireEpoll(EventLoopGroup loops) throws IOException {
        if (Transport.of(loops) != Transport.EPOLL) {
            close();
            throw new IOException("a socket was received, which needs Netty's epoll on Linux: " + this);
        }
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
