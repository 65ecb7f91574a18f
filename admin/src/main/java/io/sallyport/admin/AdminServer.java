package io.sallyport.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
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
        Shared shared = Shared.of(settings, parts, workers);
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

    /** Of one server, which ends them. */
    static ThreadPoolExecutor workers() {
        return new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING_CALLS),
                new DefaultThreadFactory("admin-worker", true));
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
}
