package io.sallyport.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.decision.AddressLimit;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The control API on its own listener and its own event loop. Safe for concurrent use; whoever started it closes it.
 */
public final class AdminServer implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int MAX_WAITING_CALLS = 64;
    private static final long CLOSE_SECONDS = 5;

    private final EventLoopGroup loop;
    private final ThreadPoolExecutor workers;
    private final Channel listener;
    private final Connections connections;

    private AdminServer(EventLoopGroup loop, ThreadPoolExecutor workers, Channel listener, Connections connections) {
        this.connections = connections;
        this.loop = loop;
        this.workers = workers;
        this.listener = listener;
    }

    /**
     * Listens and serves.
     *
     * @throws IOException where it cannot listen there
     */
    public static AdminServer start(AdminSettings settings, AdminParts parts) throws IOException {
        var loop =
                new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("admin", true), NioIoHandler.newFactory());
        ThreadPoolExecutor workers = workers();
        Shared shared = shared(settings, parts, workers);
        var listening = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new Pipeline(settings, shared))
                .bind(settings.listen())
                .awaitUninterruptibly();
        if (listening.isSuccess()) {
            return new AdminServer(loop, workers, listening.channel(), shared.connections());
        }
        release(loop, workers);
        throw new IOException("admin.listen: cannot listen on " + settings.listen(), listening.cause());
    }

    private static ThreadPoolExecutor workers() {
        return new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING_CALLS),
                new DefaultThreadFactory("admin-worker", true));
    }

    private static Shared shared(AdminSettings settings, AdminParts parts, ThreadPoolExecutor workers) {
        AdminLimits limits = settings.limits();
        var records = new CallRecords(parts.audit(), parts.wall(), parts.nanoClock());
        var gate = new Gate(
                new HostRule(settings.hostNames()),
                settings.tls() != null,
                parts.tokens(),
                new AddressLimit(parts.nanoClock(), Gate.MAX_WRONG));
        return new Shared(
                limits,
                new FrontDoor(limits, gate, new AddressLimit(parts.nanoClock(), FrontDoor.MAX_OPEN)),
                new Calls(settings, parts, records, workers),
                records,
                parts.history(),
                parts.nanoClock(),
                new Connections(limits.maxConnections()),
                new Bodies(limits.maxBodiesBytes()),
                new Followers(limits.maxStreams()));
    }

    /** Where it listens: the chosen port, where port 0 was asked for. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** How many connections are open now, for metrics. */
    public int connections() {
        return connections.count();
    }

    /** Closes the listener and every connection; calls under way go on in {@link Control}, but are not answered. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        release(loop, workers);
    }

    private static void release(EventLoopGroup loop, ThreadPoolExecutor workers) {
        workers.shutdown();
        loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Sets up each connection. Sharable. */
    private static final class Pipeline extends ChannelInitializer<SocketChannel> {
        private final AdminSettings settings;
        private final Shared shared;

        private Pipeline(AdminSettings settings, Shared shared) {
            this.settings = settings;
            this.shared = shared;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            ChannelPipeline pipeline = channel.pipeline();
            SslContext tls = settings.tls();
            if (tls != null) {
                pipeline.addLast(tls.newHandler(channel.alloc()));
            }
            pipeline.addLast(
                    new HttpRequestDecoder(strict(settings.limits())),
                    new HttpResponseEncoder(),
                    new FlowControlHandler(),
                    new Connection(shared));
        }

        /** Said of ours, for properties of the JVM turn off what Netty does by itself: RFC 9112, sections 2.2 and 6.1. */
        private static HttpDecoderConfig strict(AdminLimits limits) {
            return new HttpDecoderConfig()
                    .setMaxInitialLineLength(limits.maxTargetBytes())
                    .setMaxHeaderSize(limits.maxHeadBytes())
                    .setStrictLineParsing(true)
                    .setUseRfc9112TransferEncoding(true);
        }
    }
}
