package io.sallyport.fetch;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.sallyport.egress.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The fetch endpoint on a listener of its own, with one event loop. Safe for concurrent use; whoever started it closes it. */
public final class FetchServer implements AutoCloseable {
    private static final long CLOSE_SECONDS = 5;

    private final EventLoopGroup loop;
    private final ExecutorService writers;
    private final Channel listener;
    private final FetchDesk desk;

    private FetchServer(EventLoopGroup loop, ExecutorService writers, Channel listener, FetchDesk desk) {
        this.loop = loop;
        this.writers = writers;
        this.listener = listener;
        this.desk = desk;
    }

    /**
     * Listens and serves.
     *
     * @param desk closed with the server
     * @throws IOException where it cannot listen there
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a loop's end after a failed start
    public static FetchServer start(
            InetSocketAddress listen, FetchLimits limits, FetchRuns runs, FetchDesk desk, LongSupplier nanoClock)
            throws IOException {
        Transport transport = Transport.best();
        EventLoopGroup loop = transport.newLoops(1, "fetch");
        ExecutorService writers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("fetch-archive-", 0).factory());
        var parts = new FetchParts(
                limits,
                new FetchDoor(runs, new PeerLimit(nanoClock)),
                desk,
                new OpenConnections(limits.maxConnections()),
                writers);
        var listening = new ServerBootstrap()
                .group(loop)
                .channel(transport.serverChannel())
                .childHandler(new Pipeline(parts))
                .bind(listen)
                .awaitUninterruptibly();
        if (!listening.isSuccess()) {
            loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
            throw new IOException("fetch.listen: cannot listen on " + listen, listening.cause());
        }
        return new FetchServer(loop, writers, listening.channel(), desk);
    }

    /** Where it listens: the chosen port, where port 0 was asked for. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Takes nothing new, lets what runs finish for at most 5 seconds, then ends. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        desk.close();
        loop.shutdownGracefully(100, TimeUnit.SECONDS.toMillis(CLOSE_SECONDS), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly();
        writers.shutdownNow();
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
                            new StrictRequestDecoder(parts.limits()),
                            new HttpResponseEncoder(),
                            new FlowControlHandler(),
                            new FetchConnection(parts));
        }
    }
}
