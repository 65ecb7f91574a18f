package io.sallyport.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.control.calls.Control;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The control API on its own listener and its own event loop. Safe for concurrent use; whoever started it closes it.
 */
public final class AdminServer implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int MAX_WAITING_CALLS = 64;
    private static final long CLOSE_SECONDS = 5;
    private static final long FIRST_REQUEST_SECONDS = 1;

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
     * @param sockets where it listens
     * @throws IOException where it cannot listen there
     */
    public static AdminServer start(AdminSettings settings, AdminParts parts, ListeningSockets sockets)
            throws IOException {
        EventLoopGroup loop = Transport.best().newLoops(1, "admin");
        ThreadPoolExecutor workers = workers();
        Shared shared = Shared.of(settings, parts, workers);
        ServerBootstrap bootstrap = new ServerBootstrap().group(loop).childHandler(new Pipeline(settings, shared));
        try {
            Channel listener = sockets.listen(bootstrap, settings.listen());
            return new AdminServer(loop, workers, listener, shared.connections());
        } catch (IOException e) {
            release(loop, workers);
            throw new IOException("admin.listen: " + e.getMessage(), e);
        }
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

    /**
     * Closes the listener; calls under way have 5 seconds to be answered, and who has just connected has one to ask. What
     * takes longer goes on in {@link Control}, but is not answered.
     */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        var drained = new CompletableFuture<Void>();
        loop.execute(() -> connections.drain(() -> drained.complete(null)));
        var patience = loop.schedule(connections::endSilent, FIRST_REQUEST_SECONDS, TimeUnit.SECONDS);
        drained.completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS).join();
        patience.cancel(false);
        release(loop, workers);
    }

    private static void release(EventLoopGroup loop, ThreadPoolExecutor workers) {
        workers.shutdown();
        loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
