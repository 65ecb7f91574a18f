package io.sallyport.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves an {@link Endpoint} on a listener and an event loop of its own. Safe for concurrent use; the caller of {@link
 * #start} closes it.
 */
public final class WebServer implements AutoCloseable {
    private static final long LOOP_END_SECONDS = 5;
    private static final long FIRST_REQUEST_SECONDS = 1;

    private final EventLoopGroup loop;
    private final ExecutorService writers;
    private final Channel listener;
    private final Connections connections;

    private WebServer(EventLoopGroup loop, ExecutorService writers, Channel listener, Connections connections) {
        this.loop = loop;
        this.writers = writers;
        this.listener = listener;
        this.connections = connections;
    }

    /**
     * The settings of a server.
     *
     * @param name of its threads and of its section in the configuration, such as {@code admin}
     * @param listen the address; port 0 selects a free port
     * @param tls null for plain HTTP
     */
    public record Settings(
            String name, InetSocketAddress listen, @Nullable SslContext tls, WebLimits limits) {}

    /**
     * Starts listening and serving.
     *
     * @param nanoClock elapsed nanoseconds
     * @throws IOException if it cannot listen there
     */
    public static WebServer start(
            Settings settings, Endpoint endpoint, LongSupplier nanoClock, ListeningSockets sockets) throws IOException {
        EventLoopGroup loop = Transport.best().newLoops(1, settings.name());
        ExecutorService writers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(settings.name() + "-answer-", 0).factory());
        var pipeline = WebPipeline.of(settings.limits(), settings.tls(), endpoint, nanoClock, writers);
        var bootstrap = new ServerBootstrap().group(loop).childHandler(pipeline);
        try {
            Channel listener = sockets.listen(bootstrap, settings.listen());
            return new WebServer(loop, writers, listener, pipeline.connections());
        } catch (IOException e) {
            release(loop, writers);
            throw new IOException(settings.name() + ".listen: " + e.getMessage(), e);
        }
    }

    /** Returns the address at which it listens, with the selected port if port 0 was requested. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Returns how many connections are open now, for metrics. */
    public int connections() {
        return connections.count();
    }

    /**
     * Closes the listener. Calls in progress have {@code most} to be answered; peers that have just connected have one
     * second of it to send a request.
     */
    public void drain(Duration most) {
        if (loop.isShuttingDown()) {
            return;
        }
        listener.close().awaitUninterruptibly();
        var drained = new CompletableFuture<Void>();
        loop.execute(() -> connections.drain(() -> drained.complete(null)));
        var patience = loop.schedule(connections::closeUnasked, FIRST_REQUEST_SECONDS, TimeUnit.SECONDS);
        drained.completeOnTimeout(null, Math.max(0, most.toNanos()), TimeUnit.NANOSECONDS)
                .join();
        patience.cancel(false);
    }

    /** Stops at once; call {@link #drain} before. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        release(loop, writers);
    }

    private static void release(EventLoopGroup loop, ExecutorService writers) {
        writers.shutdownNow();
        loop.shutdownGracefully(0, LOOP_END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
