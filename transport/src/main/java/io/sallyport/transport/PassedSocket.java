package io.sallyport.transport;

import io.netty.channel.ChannelException;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A socket that another process passed to this one, checked: the predecessor, the service manager that started it, or
 * one in another network namespace. The owner adopts or closes it, once; confined to one thread.
 */
public final class PassedSocket implements AutoCloseable {
    private static final int SOL_SOCKET = 1;
    private static final int SO_PROTOCOL = 38;
    private static final int SO_DOMAIN = 39;
    private static final int SO_ACCEPTCONN = 30;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int AF_UNIX = 1;
    private static final int O_NONBLOCK = 04000;
    private static final int OCTAL = 8;

    private final Socket socket;
    private final SocketAddress address;

    private PassedSocket(Socket socket, SocketAddress address) {
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
     * Takes a TCP socket that listens.
     *
     * @throws IOException as {@link #of}; the descriptor is closed then
     */
    static PassedSocket listening(ReceivedSocket received) throws IOException {
        return checked(received, PassedSocket::listeningForTcp);
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
        SocketAddress check(Socket socket, int descriptor) throws IOException;
    }

    private static SocketAddress listening(Socket socket, int descriptor) throws IOException {
        SocketAddress address = isListening(socket) ? address(socket) : null;
        if (address == null) {
            throw new IOException("is no TCP or Unix socket that listens");
        }
        requireNonBlocking(descriptor);
        return address;
    }

    private static InetSocketAddress listeningForTcp(Socket socket, int descriptor) throws IOException {
        InetSocketAddress address = isListening(socket) && !isUnix(socket) ? socket.localAddress() : null;
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
        return socket.getIntOpt(SOL_SOCKET, SO_ACCEPTCONN) != 0
                && (isUnix(socket) || socket.getIntOpt(SOL_SOCKET, SO_PROTOCOL) == TCP);
    }

    private static boolean isUnix(Socket socket) throws IOException {
        return socket.getIntOpt(SOL_SOCKET, SO_DOMAIN) == AF_UNIX;
    }

    private static @Nullable SocketAddress address(Socket socket) throws IOException {
        return isUnix(socket) ? socket.localDomainSocketAddress() : socket.localAddress();
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
    public SocketAddress address() {
        return address;
    }

    /**
     * Returns whether the socket can serve as the listener at {@code wanted}. The wildcard address matches only itself.
     */
    boolean isAt(InetSocketAddress wanted) {
        return address instanceof InetSocketAddress own
                && wanted.getPort() == own.getPort()
                && (wanted.getAddress().isAnyLocalAddress()
                        ? own.getAddress().isAnyLocalAddress()
                        : own.getAddress().equals(wanted.getAddress()));
    }

    /** Returns whether it is a Unix socket that was bound to that path. */
    boolean isAt(Path wanted) {
        return address instanceof DomainSocketAddress own && Path.of(own.path()).equals(wanted);
    }

    /** Returns a channel that accepts from the socket and owns it from now on. */
    ServerChannel channel() {
        int descriptor = socket.intValue();
        return address instanceof DomainSocketAddress
                ? new EpollServerDomainSocketChannel(descriptor, true)
                : new EpollServerSocketChannel(descriptor);
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
