package io.sallyport.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one process. Adopts a passed socket that already listens at the address, else binds a new one. The
 * caller closes what it opened. Safe for concurrent use.
 */
public final class ListeningSockets implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ListeningSockets.class);

    private final List<PassedSocket> passed = new ArrayList<>();
    private final List<Channel> listening = new ArrayList<>();

    /** Takes ownership of {@code sockets}, which are adopted or closed. */
    public synchronized void pass(Collection<PassedSocket> sockets) {
        passed.addAll(sockets);
    }

    /**
     * Listens at {@code address} and accepts connections from then on.
     *
     * @param bootstrap complete except for the kind of channel, which its event loops determine
     * @throws IOException if it cannot listen there
     */
    public Channel listen(ServerBootstrap bootstrap, InetSocketAddress address) throws IOException {
        Transport transport = Transport.of(bootstrap.config().group());
        PassedSocket socket = transport == Transport.EPOLL ? take(one -> one.isAt(address)) : null;
        ChannelFuture opening = socket == null
                ? bootstrap.clone().channel(transport.serverChannel()).bind(address)
                : bootstrap.clone().channelFactory(socket::channel).register();
        Channel channel = opened(opening, address);
        opened(channel);
        return channel;
    }

    /**
     * Listens on a Unix socket and accepts connections from then on.
     *
     * @param bootstrap as for {@link #listen(ServerBootstrap, InetSocketAddress)}
     * @throws IOException if it cannot listen there
     */
    public Channel listen(ServerBootstrap bootstrap, UnixAddress address) throws IOException {
        Transport transport = Transport.of(bootstrap.config().group());
        PassedSocket socket = transport == Transport.EPOLL ? take(one -> one.isAt(address.path())) : null;
        Channel channel =
                socket == null ? UnixSockets.listen(bootstrap, address) : UnixSockets.adopt(bootstrap, address, socket);
        opened(channel);
        return channel;
    }

    /**
     * Accepts connections from a received socket. It is not handed over to another process.
     *
     * @param bootstrap as for {@link #listen(ServerBootstrap, InetSocketAddress)}
     * @throws IOException if an event loop cannot accept from it; the descriptor is closed then
     */
    public Channel listen(ServerBootstrap bootstrap, ReceivedSocket received) throws IOException {
        received.requireEpoll(bootstrap.config().group());
        PassedSocket socket = PassedSocket.listening(received);
        return opened(bootstrap.clone().channelFactory(socket::channel).register(), received);
    }

    /** Returns the channel once it is open at {@code address}. */
    static Channel opened(ChannelFuture opening, SocketAddress address) throws IOException {
        if (!opening.awaitUninterruptibly().isSuccess()) {
            throw new IOException("cannot listen on " + address, opening.cause());
        }
        return opening.channel();
    }

    private synchronized @Nullable PassedSocket take(Predicate<PassedSocket> wanted) {
        for (Iterator<PassedSocket> each = passed.iterator(); each.hasNext(); ) {
            PassedSocket socket = each.next();
            if (wanted.test(socket)) {
                each.remove();
                return socket;
            }
        }
        return null;
    }

    private synchronized void opened(Channel channel) {
        listening.add(channel);
        channel.closeFuture().addListener(_ -> closed(channel));
    }

    private synchronized void closed(Channel channel) {
        listening.remove(channel);
    }

    /** Returns the descriptors of all listeners; the channels keep owning them. */
    synchronized List<FileDescriptor> descriptors() {
        return listening.stream()
                .filter(UnixChannel.class::isInstance)
                .<FileDescriptor>map(channel -> ((UnixChannel) channel).fd())
                .toList();
    }

    /**
     * Closes the passed sockets that were not adopted, because nothing accepts from them. Active listeners stay open.
     */
    @Override
    public synchronized void close() {
        for (PassedSocket socket : passed) {
            LOG.warn(
                    "a socket at {} was passed, where nothing is configured to listen: it is closed", socket.address());
            try {
                socket.close();
            } catch (IOException e) {
                LOG.warn("a passed socket could not be closed", e);
            }
        }
        passed.clear();
    }
}
