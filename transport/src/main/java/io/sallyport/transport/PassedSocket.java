package io.sallyport.transport;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A listening TCP socket that another process passed to this one: the predecessor, or the service manager that started
 * it. The owner adopts or closes it, once; confined to one thread.
 */
public final class PassedSocket implements AutoCloseable {
    private static final int SOL_SOCKET = 1;
    private static final int SO_PROTOCOL = 38;
    private static final int SO_ACCEPTCONN = 30;
    private static final int TCP = 6;
    private static final int O_NONBLOCK = 04000;
    private static final int OCTAL = 8;

    private final Socket socket;
    private final InetSocketAddress address;

    private PassedSocket(Socket socket, InetSocketAddress address) {
        this.socket = socket;
        this.address = address;
    }

    /**
     * Returns the socket behind {@code descriptor}, which stays open if it is refused.
     *
     * @throws IOException if an event loop cannot accept from it; the message says why
     */
    static PassedSocket of(int descriptor) throws IOException {
        try {
            var socket = new Socket(descriptor);
            return new PassedSocket(socket, listening(socket, descriptor));
        } catch (ChannelException e) {
            throw new IOException("is no socket", e);
        }
    }

    private static InetSocketAddress listening(Socket socket, int descriptor) throws IOException {
        InetSocketAddress address = isListening(socket) ? socket.localAddress() : null;
        if (address == null) {
            throw new IOException("is no TCP socket that listens");
        }
        if (!isNonBlocking(descriptor)) {
            throw new IOException("blocks (expected: O_NONBLOCK; in a unit of systemd NonBlocking=yes)");
        }
        return address;
    }

    private static boolean isListening(Socket socket) throws IOException {
        return socket.getIntOpt(SOL_SOCKET, SO_ACCEPTCONN) != 0 && socket.getIntOpt(SOL_SOCKET, SO_PROTOCOL) == TCP;
    }

    /** Reads the flags, which are octal, from {@code /proc/pid/fdinfo} (Linux, proc(5)). */
    private static boolean isNonBlocking(int descriptor) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + descriptor))) {
            if (line.startsWith("flags:")) {
                long flags = Long.parseLong(line.substring("flags:".length()).strip(), OCTAL);
                return (flags & O_NONBLOCK) != 0;
            }
        }
        return false;
    }

    /** Returns the address at which it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Returns whether the socket can serve as the listener at {@code wanted}. The wildcard address matches only itself.
     */
    boolean isAt(InetSocketAddress wanted) {
        return wanted.getPort() == address.getPort()
                && (wanted.getAddress().isAnyLocalAddress()
                        ? address.getAddress().isAnyLocalAddress()
                        : address.getAddress().equals(wanted.getAddress()));
    }

    /** Returns a channel that accepts from the socket and owns it from now on. */
    EpollServerSocketChannel channel() {
        return new EpollServerSocketChannel(socket.intValue());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
