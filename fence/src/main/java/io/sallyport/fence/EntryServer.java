package io.sallyport.fence;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.sallyport.transport.Transport;
import io.sallyport.transport.UnixAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Unix socket at which processes of the same user, or of root, hand over the listening sockets of their fences, for
 * a sandbox that they name. The kernel says who connects (unix(7), {@code SO_PEERCRED}). A connection lasts as long as
 * its fence: whichever side ends it, nothing listens there any more. Safe for concurrent use; the caller of {@link
 * #start} closes it.
 *
 * <pre>
 * client   ID                       server   ports PORT...      or   refused WHY
 * client   descriptors              server   listening          or   refused WHY
 *                                   server   ended              once the sandbox is no more
 * </pre>
 */
public final class EntryServer implements AutoCloseable {
    /** How many fences may be entered at a time; each has some 10 descriptors, at most 519. */
    static final int MAX_ENTRIES = 64;

    private static final Logger LOG = LoggerFactory.getLogger(EntryServer.class);

    private final EventLoopGroup loop;
    private final Path path;

    private EntryServer(EventLoopGroup loop, Path path) {
        this.loop = loop;
        this.path = path;
    }

    /** Returns where the gateway with that state directory listens. */
    public static Path path(Path state) {
        return state.resolve("enter.sock");
    }

    /** Returns whether this system lets descriptors be handed over at {@code path}. */
    public static boolean isPossible(Path path) {
        return Transport.best() == Transport.EPOLL && UnixAddress.fits(path);
    }

    /**
     * Listens at {@code path}, which must be in a directory that no other user can enter; replaces what an earlier
     * process left there.
     *
     * @throws IOException if it cannot listen there
     */
    public static EntryServer start(Path path, EntrySandboxes sandboxes) throws IOException {
        Files.deleteIfExists(path);
        EventLoopGroup loop = Transport.EPOLL.newLoops(1, "enter");
        var server = new EntryServer(loop, path);
        var open = new AtomicInteger();
        var listening = new ServerBootstrap()
                .group(loop)
                .channel(EpollServerDomainSocketChannel.class)
                .childHandler(new ChannelInitializer<EpollDomainSocketChannel>() {
                    @Override
                    protected void initChannel(EpollDomainSocketChannel channel) {
                        channel.pipeline()
                                .addLast(new LineBasedFrameDecoder(EntryRequest.MAX_BYTES))
                                .addLast(new EntryRequest(channel, sandboxes, open));
                    }
                })
                .bind(new DomainSocketAddress(path.toString()))
                .awaitUninterruptibly();
        if (!listening.isSuccess()) {
            server.close();
            throw new IOException("cannot listen on " + path, listening.cause());
        }
        return server;
    }

    /** Ends all entries. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("{} could not be removed", path, e);
        }
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
