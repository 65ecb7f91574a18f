package io.sallyport.bench.proxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * Generates load: connections on one event loop, each sending a request as soon as the previous one is answered. Every
 * TLS handshake is a full one. It trusts every certificate, since only the proxy is measured. One run at a time.
 */
final class LoadClient implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(3);
    /** The number of connections opened at a time when they are to be held. */
    private static final int OPENING_AT_ONCE = 32;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final SslContext tls;
    private final SslContext tlsWithHttp2;

    LoadClient() throws SSLException {
        tls = trusting().build();
        tlsWithHttp2 = trusting()
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
    }

    private static SslContextBuilder trusting() {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.OPENSSL)
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .endpointIdentificationAlgorithm(null);
    }

    /**
     * The result of a run.
     *
     * @param refused operations answered with 429
     * @param errors operations answered in another unexpected way
     */
    record Ran(Duration time, int connections, int refused, int errors) {}

    /** Performs {@code operations} over {@code connections} connections, and closes them. */
    Ran run(ConnectionWork work, int connections, int operations) throws Exception {
        LoadRun run = LoadRun.of(work, operations);
        long start = System.nanoTime();
        LoadRun ended = go(run, connections);
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        return new Ran(time, ended.connections(), ended.refused(), ended.errors());
    }

    /**
     * Opens {@code connections} connections, performs one operation on each, and leaves them open until {@link
     * #release()}.
     */
    void hold(ConnectionWork work, int connections) throws Exception {
        go(LoadRun.holding(work, connections), OPENING_AT_ONCE);
    }

    void release() {
        open.close().awaitUninterruptibly();
    }

    private LoadRun go(LoadRun run, int atOnce) throws Exception {
        loops.execute(() -> {
            for (int i = 0; i < atOnce; i++) {
                next(run);
            }
        });
        return run.end().get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    }

    /** Opens a connection for the next operation, if there is one. Called on the loop. */
    void next(LoadRun run) {
        if (!run.begin()) {
            return;
        }
        new Bootstrap()
                .group(loops)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        open.add(channel);
                        channel.pipeline().addLast(new Conversation(LoadClient.this, run));
                    }
                })
                .connect(run.work().proxy())
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        run.fail(connected.cause());
                    }
                });
    }

    SslHandler tls(ByteBufAllocator alloc, ConnectionWork work) {
        return (work.streams() > 0 ? tlsWithHttp2 : tls).newHandler(alloc, work.serverName(), -1);
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
