package io.sallyport.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on Unix sockets. Takes the place of a socket that an ended process left behind, and of nothing else: whoever
 * listens at the path is sent the credentials of sandboxes.
 */
final class UnixSockets {
    private static final Logger LOG = LoggerFactory.getLogger(UnixSockets.class);

    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int STICKY = 01000;

    private UnixSockets() {}

    /**
     * Listens at {@code address}; the file goes as the channel closes, unless another process listens there too.
     *
     * @throws IOException if it cannot listen there, or another user could put a socket in its place
     */
    static Channel listen(ServerBootstrap bootstrap, UnixAddress address) throws IOException {
        Path path = address.path();
        requirePrivate(path);
        clear(path);
        Transport transport = Transport.of(bootstrap.config().group());
        return transport == Transport.EPOLL
                ? registered(bootstrap, new EpollServerDomainSocketChannel(bound(bootstrap, address), true), path)
                : bind(bootstrap, transport, address);
    }

    /**
     * Accepts connections from a socket that an earlier process bound to the path.
     *
     * @throws IOException as {@link #listen}; the socket is closed then
     */
    static Channel adopt(ServerBootstrap bootstrap, UnixAddress address, PassedSocket socket) throws IOException {
        try {
            requirePrivate(address.path());
            Files.setPosixFilePermissions(address.path(), address.mode());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return registered(bootstrap, socket.channel(), address.path());
    }

    /** Netty's own bind would remove the file at the end, whoever else listens there. */
    private static int bound(ServerBootstrap bootstrap, UnixAddress address) throws IOException {
        Socket socket = Socket.newSocketDomain();
        try {
            socket.bind(new DomainSocketAddress(address.path().toString()));
            Files.setPosixFilePermissions(address.path(), address.mode());
            socket.listen(backlog(bootstrap));
            return socket.intValue();
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot listen on " + address.path(), e);
        }
    }

    private static int backlog(ServerBootstrap bootstrap) {
        return bootstrap.config().options().get(ChannelOption.SO_BACKLOG) instanceof Integer backlog
                ? backlog
                : NetUtil.SOMAXCONN;
    }

    private static Channel registered(ServerBootstrap bootstrap, ServerChannel accepting, Path path)
            throws IOException {
        Channel channel = ListeningSockets.opened(
                bootstrap.clone().channelFactory(() -> accepting).register(), of(path));
        channel.closeFuture().addListener(_ -> removeUnlessAnswered(path));
        return channel;
    }

    private static Channel bind(ServerBootstrap bootstrap, Transport transport, UnixAddress address)
            throws IOException {
        Path path = address.path();
        ChannelFuture opening =
                bootstrap.clone().channel(transport.unixServerChannel()).bind(of(path));
        Channel channel = ListeningSockets.opened(opening, of(path));
        channel.closeFuture().addListener(_ -> remove(path));
        try {
            Files.setPosixFilePermissions(path, address.mode());
        } catch (IOException e) {
            channel.close().awaitUninterruptibly();
            throw e;
        }
        return channel;
    }

    private static SocketAddress of(Path path) {
        return UnixDomainSocketAddress.of(path);
    }

    private static void requirePrivate(Path path) throws IOException {
        Path folder = path.getParent();
        if (folder == null) {
            throw new IOException(path + ": is no path of a file");
        }
        int mode = (Integer) Files.getAttribute(folder, "unix:mode");
        if ((mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0) {
            throw new IOException(
                    folder + ": others may write there, and put a socket of their own in its place" + " (chmod go-w)");
        }
    }

    private static void clear(Path path) throws IOException {
        try {
            int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            if ((mode & TYPE) != SOCKET) {
                throw new IOException(path + ": is there already, and is no socket");
            }
            if (isAnswered(path)) {
                throw new IOException(path + ": another process listens there");
            }
            Files.deleteIfExists(path);
        } catch (NoSuchFileException _) {
            // the usual case
        }
    }

    /** Only a refused connection proves that nobody is there: a missing right, or a full queue, does not. */
    private static boolean isAnswered(Path path) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    /** The process that a socket was handed over to has it still. */
    private static void removeUnlessAnswered(Path path) {
        if (!isAnswered(path)) {
            remove(path);
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("{} could not be removed", path, e);
        }
    }
}
