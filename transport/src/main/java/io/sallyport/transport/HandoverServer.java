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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the listeners of this process to the one that is to follow it: whoever of the same user connects to a Unix socket gets
 * a descriptor of each (unix(7), {@code SCM_RIGHTS}). Both processes have them then; this one goes on accepting until it closes
 * its own, and what connects after that waits in the kernel's queue for the next. Safe for concurrent use; whoever started it
 * closes it.
 */
public final class HandoverServer implements AutoCloseable {
    /** With its end, the longest that a Unix socket's address can be on Linux. */
    private static final int MAX_PATH_BYTES = 107;

    private static final Logger LOG = LoggerFactory.getLogger(HandoverServer.class);

    private final EventLoopGroup loop;
    private final Path path;

    private HandoverServer(EventLoopGroup loop, Path path) {
        this.loop = loop;
        this.path = path;
    }

    /** Whether this system can do it, and a socket at {@code path} can be named. */
    public static boolean isPossible(Path path) {
        return Transport.best() == Transport.EPOLL
                && path.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES;
    }

    /**
     * Listens at {@code path}, in a folder that nobody else may enter; what an ended process left there is replaced.
     *
     * @throws IOException where it cannot listen there
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

    /** Nobody gets anything any more. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("{} could not be removed", path, e);
        }
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Gives and ends, without a question. */
    @ChannelHandler.Sharable
    @SuppressWarnings(
            "FutureReturnValueIgnored") // what cannot be given closes the connection, which the other one sees
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
