package io.sallyport.fence;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.UnixChannelOption;
import java.io.IOException;
import java.nio.file.Path;

/** The Unix socket at which the program inside connects, since its path leads to it from every network namespace. */
final class FenceSocket {
    private FenceSocket() {}

    /**
     * Listens at {@code path} for one connection, which {@code receiver} handles.
     *
     * @throws IOException if it cannot listen there
     */
    static void listen(EventLoopGroup loop, Path path, SocketReceiver receiver) throws IOException {
        ChannelFuture listening = new ServerBootstrap()
                .group(loop)
                .channel(EpollServerDomainSocketChannel.class)
                .childOption(UnixChannelOption.DOMAIN_SOCKET_READ_MODE, DomainSocketReadMode.FILE_DESCRIPTORS)
                .childHandler(receiver)
                .bind(new DomainSocketAddress(path.toString()))
                .awaitUninterruptibly();
        if (!listening.isSuccess()) {
            throw new IOException("cannot listen on " + path, listening.cause());
        }
    }
}
