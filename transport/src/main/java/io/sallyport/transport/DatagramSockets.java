package io.sallyport.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Opens sockets that read datagrams and answer whoever wrote; they connect to nobody. The caller closes them. */
public final class DatagramSockets {
    private static final WriteBufferWaterMark WRITE_BUFFER = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private DatagramSockets() {}

    /**
     * Reads datagrams at {@code address}.
     *
     * @throws IOException if it cannot be bound
     */
    public static Channel bind(EventLoopGroup loops, ChannelHandler handler, InetSocketAddress address)
            throws IOException {
        ChannelFuture opening = bootstrap(loops, handler)
                .channel(Transport.of(loops).datagramChannel())
                .bind(address);
        return ListeningSockets.opened(opening, address);
    }

    /**
     * Reads datagrams from a received socket.
     *
     * @throws IOException if an event loop cannot read from it; the descriptor is closed then
     */
    public static Channel open(EventLoopGroup loops, ChannelHandler handler, ReceivedSocket received)
            throws IOException {
        received.requireEpoll(loops);
        PassedSocket socket = PassedSocket.ofDatagrams(received);
        ChannelFuture opening = bootstrap(loops, handler)
                .channelFactory(socket::datagramChannel)
                .register();
        return ListeningSockets.opened(opening, received);
    }

    private static Bootstrap bootstrap(EventLoopGroup loops, ChannelHandler handler) {
        return new Bootstrap()
                .group(loops)
                .option(ChannelOption.ALLOCATOR, PooledBuffers.allocator())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
                .handler(handler);
    }
}
