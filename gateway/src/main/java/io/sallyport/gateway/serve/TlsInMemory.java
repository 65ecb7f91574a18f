package io.sallyport.gateway.serve;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.intercept.PreparedTls;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.ServerTls;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Both ends of an intercepted tunnel, connected in memory. For one thread; its creator closes it. */
final class TlsInMemory implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final ServerTls tls;
    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("tls-in-memory", true), LocalIoHandler.newFactory());

    /** @param tls closed by {@link #close} */
    TlsInMemory(ServerTls tls) {
        this.tls = tls;
    }

    /**
     * Performs one handshake, in which a leaf of {@code ca} for {@code name} is created, sent and verified. Returns
     * whether it succeeded.
     */
    boolean handshake(SandboxCa ca, CanonicalHost name) throws InterruptedException {
        try (var target =
                TargetTls.create(TargetTls.bestProvider(), TrustRoots.of(ca.certificate()), 1, System::nanoTime)) {
            Channel listener = new ServerBootstrap()
                    .group(loop)
                    .channel(LocalServerChannel.class)
                    .childHandler(new Setup(channel -> serve(channel, ca.sandbox(), name)))
                    .bind(LocalAddress.ANY)
                    .sync()
                    .channel();
            SslHandler client = target.newHandler(listener.alloc(), name, true, TIMEOUT_MILLIS);
            Channel channel = new Bootstrap()
                    .group(loop)
                    .channel(LocalChannel.class)
                    .handler(new Setup(own -> own.pipeline().addLast(client)))
                    .connect(listener.localAddress())
                    .sync()
                    .channel();
            boolean ended = client.handshakeFuture().await(TIMEOUT_MILLIS)
                    && client.handshakeFuture().isSuccess();
            channel.close().sync();
            listener.close().sync();
            return ended;
        }
    }

    private void serve(Channel channel, SandboxId sandbox, CanonicalHost name) {
        channel.config().setAutoRead(false);
        tls.prepare(sandbox, name, channel.eventLoop(), prepared -> {
            switch (prepared) {
                case PreparedTls.Ready(var context) -> {
                    channel.pipeline().addLast(context.newHandler(channel.alloc()));
                    channel.config().setAutoRead(true);
                }
                case PreparedTls.Failed _ -> {
                    var _ = channel.close();
                }
            }
        });
    }

    void forget(SandboxId sandbox) {
        tls.forget(sandbox);
    }

    @Override
    public void close() {
        loop.shutdownGracefully(0, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly();
        tls.close();
    }

    /** Sets up one end. */
    private static final class Setup extends ChannelInitializer<Channel> {
        private final Consumer<Channel> work;

        private Setup(Consumer<Channel> work) {
            this.work = work;
        }

        @Override
        protected void initChannel(Channel channel) {
            work.accept(channel);
        }
    }
}
