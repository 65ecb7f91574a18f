package io.sallyport.transport;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the listeners of this process over to its successor: a process of the same user that connects to a Unix socket
 * receives a descriptor of each (unix(7), {@code SCM_RIGHTS}). Both processes then share them. This one goes on
 * accepting until it closes its own descriptors; connections after that wait in the kernel's queue for the successor.
 * Safe for concurrent use; the caller of {@link #start} closes it.
 */
public final class HandoverServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandoverServer.class);

    private final EventLoopGroup loop;
    private final Path path;

    private HandoverServer(EventLoopGroup loop, Path path) {
        this.loop = loop;
        this.path = path;
    }

    /** Returns whether this system supports handover and a socket can be named {@code path}. */
    public static boolean isPossible(Path path) {
        return Transport.best() == Transport.EPOLL && UnixAddress.fits(path);
    }

    /**
     * Listens at {@code path}, which must be in a directory that no other user can enter; replaces what an earlier
     * process left there.
     *
     * @throws IOException if it cannot listen there
     */
    public static HandoverServer start(Path path, ListeningSockets sockets) throws IOException {
        Files.deleteIfExists(path);
        EventLoopGroup loop = Transport.EPOLL.newLoops(1, "handover");
        var server = new HandoverServer(loop, path);
        var listening = new ServerBootstrap()
                .group(loop)
                .channel(EpollServerDomainSocketChannel.class)
                .childHandler(new Giving(sockets))
                .bind(new DomainSocketAddress(path.toString()))
                .awaitUninterruptibly();
        if (!listening.isSuccess()) {
            server.close();
            throw new IOException("cannot listen on " + path, listening.cause());
        }
        return server;
    }

    /** Stops handing out listeners. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("{} could not be removed", path, e);
        }
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Sends the descriptors and closes; reads no request. */
    @ChannelHandler.Sharable
    @SuppressWarnings("FutureReturnValueIgnored") // if sending fails the connection closes, and the client sees that
    private static final class Giving extends ChannelInboundHandlerAdapter {
        private final ListeningSockets sockets;

        Giving(ListeningSockets sockets) {
            this.sockets = sockets;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) throws IOException {
            Channel channel = ctx.channel();
            int uid = ((EpollDomainSocketChannel) channel).peerCredentials().uid();
            if (uid == 0 || uid == ownUid()) {
                sockets.descriptors().forEach(channel::write);
            } else {
                LOG.warn("user {} asked for the listeners and gets none", uid);
            }
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }

        private static int ownUid() throws IOException {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            LOG.warn("the listeners could not be handed over", cause);
            ctx.close();
        }
    }
}
