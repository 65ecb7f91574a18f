package io.sallyport.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers probes without a token, on a listener and an event loop of its own: {@code /healthz}, {@code /readyz} and, where
 * it is given metrics, {@code /metrics}; nothing else. Safe for concurrent use; whoever started it closes it.
 */
public final class HealthServer implements AutoCloseable {
    /** Open at a time; one more takes the place of the one that is silent for longest. */
    static final int MAX_CONNECTIONS = 64;

    private static final int MAX_LINE_BYTES = 2_048;
    private static final int MAX_HEAD_BYTES = 8_192;
    private static final long CLOSE_SECONDS = 5;

    private final EventLoopGroup loop;
    private final ThreadPoolExecutor scraper;
    private final Channel listener;

    private HealthServer(EventLoopGroup loop, ThreadPoolExecutor scraper, Channel listener) {
        this.loop = loop;
        this.scraper = scraper;
        this.listener = listener;
    }

    /**
     * Listens and answers.
     *
     * @param metrics null: {@code /metrics} is not there
     * @param sockets where it listens
     * @throws IOException where it cannot listen there
     */
    public static HealthServer start(
            InetSocketAddress listen, Readiness readiness, @Nullable Metrics metrics, ListeningSockets sockets)
            throws IOException {
        EventLoopGroup loop = Transport.best().newLoops(1, "health");
        var scraper = new ThreadPoolExecutor(
                0, 1, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), new DefaultThreadFactory("health-metrics", true));
        var connections = new Connections(MAX_CONNECTIONS);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(
                                        new HttpRequestDecoder(strict()),
                                        new HttpResponseEncoder(),
                                        new HealthConnection(readiness, metrics, scraper, connections));
                    }
                });
        try {
            return new HealthServer(loop, scraper, sockets.listen(bootstrap, listen));
        } catch (IOException e) {
            release(loop, scraper);
            throw new IOException("health.listen: " + e.getMessage(), e);
        }
    }

    private static HttpDecoderConfig strict() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEAD_BYTES)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }

    /** Where it listens: the chosen port, where port 0 was asked for. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Closes the listener and every connection. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        release(loop, scraper);
    }

    private static void release(EventLoopGroup loop, ThreadPoolExecutor scraper) {
        scraper.shutdown();
        loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
