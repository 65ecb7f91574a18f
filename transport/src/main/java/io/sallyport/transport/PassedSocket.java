package io.sallyport.transport;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A socket that another process passed to this one, checked: the predecessor, the service manager that started it, or
 * one in another network namespace. The owner adopts or closes it, once; confined to one thread.
 */
public final class PassedSocket implements AutoCloseable {
    private static final int SOL_SOCKET = 1;
    private static final int SO_PROTOCOL = 38;
    private static final int SO_ACCEPTCONN = 30;
    private static final int TCP = 6;
    private static final int UDP = 17;
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

    /**
     * Takes a socket that listens.
     *
     * @throws IOException as {@link #of}; the descriptor is closed then
     */
    static PassedSocket listening(ReceivedSocket received) throws IOException {
        return checked(received, PassedSocket::listening);
    }

    /**
     * Takes a UDP socket.
     *
     * @throws IOException as {@link #of}; the descriptor is closed then
     */
    static PassedSocket ofDatagrams(ReceivedSocket received) throws IOException {
        return checked(received, PassedSocket::receiving);
    }

    private static PassedSocket checked(ReceivedSocket received, Check check) throws IOException {
        int descriptor = received.take();
        try {
            var socket = new Socket(descriptor);
            return new PassedSocket(socket, check.check(socket, descriptor));
        } catch (IOException | ChannelException e) {
            new FileDescriptor(descriptor).close();
            throw new IOException("the socket received for " + received.address() + " " + e.getMessage(), e);
        }
    }

    /** Returns where a socket is bound, if it is of the right kind. */
    private interface Check {
        InetSocketAddress check(Socket socket, int descriptor) throws IOException;
    }

    private static InetSocketAddress listening(Socket socket, int descriptor) throws IOException {
        InetSocketAddress address = isListening(socket) ? socket.localAddress() : null;
        if (address == null) {
            throw new IOException("is no TCP socket that listens");
        }
        requireNonBlocking(descriptor);
        return address;
    }

    private static InetSocketAddress receiving(Socket socket, int descriptor) throws IOException {
        InetSocketAddress address = socket.getIntOpt(SOL_SOCKET, SO_PROTOCOL) == UDP ? socket.localAddress() : null;
        if (address == null || address.getPort() == 0) {
            throw new IOException("is no UDP socket that is bound");
        }
        requireNonBlocking(descriptor);
        return address;
    }

    private static void requireNonBlocking(int descriptor) throws IOException {
        if (!isNonBlocking(descriptor)) {
            throw new IOException("blocks (expected: O_NONBLOCK; in a unit of systemd NonBlocking=yes)");
        }
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

    /** Returns the address to which it is bound. */
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

    /** Returns a channel that reads from the socket and owns it from now on. */
    EpollDatagramChannel datagramChannel() {
        return new EpollDatagramChannel(socket.intValue());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
