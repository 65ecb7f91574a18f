package io.sallyport.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannelOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the listeners of the process that this one replaces; see {@link HandoverServer}. Confined to an event loop.
 */
public final class HandoverClient extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(HandoverClient.class);

    /** The limit for a process that hangs; a healthy one answers within a millisecond. */
    private static final long MOST_SECONDS = 5;

    private static final int MAX_SOCKETS = 4_096;

    private final List<PassedSocket> received = new ArrayList<>();
    private final CompletableFuture<List<PassedSocket>> all = new CompletableFuture<>();

    private HandoverClient() {}

    /**
     * Returns the sockets of the process whose {@link HandoverServer} listens at {@code path}; empty if there is none.
     * Blocks.
     */
    public static List<PassedSocket> take(Path path) {
        if (!HandoverServer.isPossible(path)) {
            return List.of();
        }
        EventLoopGroup loop = Transport.EPOLL.newLoops(1, "handover");
        var client = new HandoverClient();
        try {
            var connecting = new Bootstrap()
                    .group(loop)
                    .channel(EpollDomainSocketChannel.class)
                    .option(UnixChannelOption.DOMAIN_SOCKET_READ_MODE, DomainSocketReadMode.FILE_DESCRIPTORS)
                    .handler(client)
                    .connect(new DomainSocketAddress(path.toString()))
                    .awaitUninterruptibly();
            if (!connecting.isSuccess()) {
                return List.of(); // the process is older, or about to end
            }
            connecting.channel().closeFuture().awaitUninterruptibly(MOST_SECONDS, TimeUnit.SECONDS);
            connecting.channel().close().awaitUninterruptibly();
            return client.all.join();
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        var descriptor = (FileDescriptor) message;
        try {
            if (received.size() == MAX_SOCKETS) {
                throw new IOException("is one too many");
            }
            received.add(PassedSocket.of(descriptor.intValue()));
        } catch (IOException e) {
            LOG.warn("a descriptor that was handed over {}", e.getMessage());
            descriptor.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        all.complete(received);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // channelInactive receives the end
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.warn("the listeners could not be taken over", cause);
        ctx.close();
    }
}
