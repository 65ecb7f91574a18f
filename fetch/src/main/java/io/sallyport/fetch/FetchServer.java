package io.sallyport.fetch;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The fetch endpoint on a listener of its own, with one event loop. Safe for concurrent use; whoever started it closes it. */
public final class FetchServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FetchServer.class);

    private static final int MAX_LINE_BYTES = 8 << 10;

    private final EventLoopGroup loop;
    private final FetchParts parts;
    private final Channel listener;
    private final LongSupplier nanoClock;
    private final Duration closeTime;

    private FetchServer(
            EventLoopGroup loop, FetchParts parts, Channel listener, LongSupplier nanoClock, Duration closeTime) {
        this.loop = loop;
        this.parts = parts;
        this.listener = listener;
        this.nanoClock = nanoClock;
        this.closeTime = closeTime;
    }

    /**
     * Listens and serves.
     *
     * @param desk closed with the server
     * @param sockets where it listens
     * @throws IOException where it cannot listen there
     */
    public static FetchServer start(
            InetSocketAddress listen,
            FetchLimits limits,
            FetchRuns runs,
            FetchDesk desk,
            LongSupplier nanoClock,
            ListeningSockets sockets)
            throws IOException {
        return start(listen, limits, runs, desk, nanoClock, sockets, FetchDesk.CLOSE_TIME);
    }

    /** @param closeTime for what runs to be answered when it closes */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a loop's end after a failed start
    static FetchServer start(
            InetSocketAddress listen,
            FetchLimits limits,
            FetchRuns runs,
            FetchDesk desk,
            LongSupplier nanoClock,
            ListeningSockets sockets,
            Duration closeTime)
            throws IOException {
        EventLoopGroup loop = Transport.best().newLoops(1, "fetch");
        ExecutorService writers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("fetch-archive-", 0).factory());
        var parts = new FetchParts(
                limits,
                new ListenerDoor(new FetchDoor(runs), nanoClock),
                desk,
                new OpenConnections(limits.maxConnections(), limits.maxConnectionsEach()),
                writers);
        ServerBootstrap bootstrap = new ServerBootstrap().group(loop).childHandler(new Pipeline(parts));
        try {
            return new FetchServer(loop, parts, sockets.listen(bootstrap, listen), nanoClock, closeTime);
        } catch (IOException e) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException("fetch.listen: " + e.getMessage(), e);
        }
    }

    /** Where it listens: the chosen port, where port 0 was asked for. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Takes nothing new, lets what runs be answered for at most 5 seconds in all, then ends. */
    @Override
    public void close() {
        if (loop.isShuttingDown()) {
            return;
        }
        long end = nanoClock.getAsLong() + closeTime.toNanos();
        listener.close().awaitUninterruptibly();
        drain(end);
        parts.desk().close(end - nanoClock.getAsLong());
        parts.writers().shutdownNow();
        loop.shutdownGracefully(100, 1_000, TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    private void drain(long end) {
        var idle = new CountDownLatch(1);
        loop.next().execute(() -> parts.open().drain(idle::countDown));
        try {
            boolean isIdle = idle.await(end - nanoClock.getAsLong(), TimeUnit.NANOSECONDS);
            LOG.debug("{}", isIdle ? "all was answered" : "some answers were given up");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sets up each connection. Sharable. */
    private static final class Pipeline extends ChannelInitializer<SocketChannel> {
        private final FetchParts parts;

        private Pipeline(FetchParts parts) {
            this.parts = parts;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline()
                    .addLast(
                            new HttpRequestDecoder(strict(parts.limits())),
                            new HttpResponseEncoder(),
                            new FlowControlHandler(),
                            new FetchConnection(parts));
        }

        /** Said of ours, for properties of the JVM turn off what Netty does by itself: RFC 9112, sections 2.2 and 6.1. */
        private static HttpDecoderConfig strict(FetchLimits limits) {
            return new HttpDecoderConfig()
                    .setMaxInitialLineLength(MAX_LINE_BYTES)
                    .setMaxHeaderSize(limits.maxHeadBytes())
                    .setStrictLineParsing(true)
                    .setUseRfc9112TransferEncoding(true);
        }
    }
}
