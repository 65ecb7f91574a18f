package io.sallyport.proxy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.dns.DnsConnections;
import io.sallyport.proxy.dns.DnsDatagrams;
import io.sallyport.proxy.dns.NameService;
import io.sallyport.proxy.dns.SandboxAddresses;
import io.sallyport.proxy.identity.NetworkEvidence;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.relay.Worker;
import io.sallyport.transport.CapturedConnections;
import io.sallyport.transport.DatagramSockets;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.PooledBuffers;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.UnixAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The proxy's open listeners, each with the handlers of its protocol. Safe for concurrent use.
 *
 * @param sockets where it listens
 * @param sources whose addresses say which sandbox it is
 * @param names answers queries of DNS
 * @param addresses tells what a captured connection was to reach
 * @param workers of accepted connections
 * @param open in the order of the settings
 */
record ProxyListeners(
        EventLoopGroup loops,
        ListeningSockets sockets,
        SourceBlocks sources,
        NameService names,
        SandboxAddresses addresses,
        Function<Channel, Worker> workers,
        List<Listener> open) {
    private static final WriteBufferWaterMark WRITE_BUFFER = new WriteBufferWaterMark(64 * 1024, 256 * 1024);
    private static final int BACKLOG = 1024;

    /** One that is open. */
    record Listener(ListenAddress listen, Channel channel) {}

    static ProxyListeners on(
            EventLoopGroup loops,
            ListeningSockets sockets,
            SourceBlocks sources,
            NameService names,
            SandboxAddresses addresses,
            Function<Channel, Worker> workers) {
        return new ProxyListeners(loops, sockets, sources, names, addresses, workers, new CopyOnWriteArrayList<>());
    }

    /**
     * Listens at all of {@code wanted}, or at none.
     *
     * @throws IOException if one of them cannot be bound, or read from
     */
    List<Listener> open(List<ListenAddress> wanted) throws IOException {
        List<Listener> opened = new ArrayList<>();
        try {
            for (ListenAddress listen : wanted) {
                opened.add(new Listener(listen, open(listen)));
            }
        } catch (IOException e) {
            close(opened);
            throw e;
        }
        open.addAll(opened);
        return opened;
    }

    private Channel open(ListenAddress listen) throws IOException {
        return switch (listen.protocol()) {
            case HTTP, SOCKS5, TRANSPARENT -> accept(listen, connections(listen));
            case REDIRECTED -> captured(listen, CapturedConnections::requireNative);
            case TPROXY -> captured(listen, CapturedConnections::acceptForOthers);
            case DNS_TCP -> accept(listen, new DnsConnections(names, evidence(listen)));
            case DNS_UDP -> receive(listen, new DnsDatagrams(names, evidence(listen)));
        };
    }

    private ChannelHandler connections(ListenAddress listen) {
        return new ConnectionDispatcher(listen, sources, addresses, workers);
    }

    private NetworkEvidence evidence(ListenAddress listen) {
        return new NetworkEvidence(listen.owner(), sources);
    }

    /** What a listener for captured connections needs of the kernel. */
    private interface Preparation {
        void prepare(Channel listener) throws IOException;
    }

    private Channel captured(ListenAddress listen, Preparation preparation) throws IOException {
        Channel channel = accept(listen, connections(listen));
        try {
            preparation.prepare(channel);
            return channel;
        } catch (IOException e) {
            channel.close().awaitUninterruptibly();
            throw new IOException("cannot listen on " + listen.address() + ": " + e.getMessage(), e);
        }
    }

    private Channel accept(ListenAddress listen, ChannelHandler handler) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.ALLOCATOR, PooledBuffers.allocator())
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
                .childHandler(handler);
        return switch (listen.address()) {
            case UnixAddress unix -> sockets.listen(bootstrap, unix);
            case ReceivedSocket received -> sockets.listen(bootstrap, received);
            default -> sockets.listen(bootstrap, (InetSocketAddress) listen.address());
        };
    }

    private Channel receive(ListenAddress listen, ChannelHandler handler) throws IOException {
        return listen.address() instanceof ReceivedSocket received
                ? DatagramSockets.open(loops, handler, received)
                : DatagramSockets.bind(loops, handler, (InetSocketAddress) listen.address());
    }

    /** Returns those that are open, in the order in which they were, but for Unix sockets. */
    List<BoundListener> bound() {
        return open.stream()
                .filter(listener -> !(listener.listen().address() instanceof UnixAddress))
                .map(listener -> new BoundListener(listener.listen(), (InetSocketAddress)
                        listener.channel().localAddress()))
                .toList();
    }

    /** Closes the sockets that were received for a sandbox that has ended; those that were bound serve the next one. */
    void ended(SandboxId sandbox) {
        List<Listener> gone = open.stream()
                .filter(listener -> sandbox.equals(listener.listen().owner())
                        && listener.listen().address() instanceof ReceivedSocket)
                .toList();
        remove(gone);
    }

    /** Closes some of them. Returns at once. */
    void remove(List<Listener> gone) {
        open.removeAll(gone);
        for (Listener listener : gone) {
            var _ = listener.channel().close();
        }
    }

    /** Closes all, and waits for it. */
    void close() {
        close(open);
    }

    private static void close(List<Listener> listeners) {
        listeners.forEach(listener -> listener.channel().close().awaitUninterruptibly());
    }
}
