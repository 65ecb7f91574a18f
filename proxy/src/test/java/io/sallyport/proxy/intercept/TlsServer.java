package io.sallyport.proxy.intercept;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An echo server behind {@link ServerTls}, on loopback; each connection uses the sandbox and name that are set when it
 * arrives.
 */
final class TlsServer implements AutoCloseable {
    final Map<SandboxId, SandboxCa> cas = new ConcurrentHashMap<>();
    final BlockingQueue<PreparedTls.Failed> failures = new LinkedBlockingQueue<>();
    final ServerTls tls;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private final Channel listener;
    private volatile SandboxId sandbox = Names.SB_1;
    private volatile CanonicalHost name = Names.host("a.test");

    TlsServer(TlsProvider provider) {
        tls = ServerTls.open(cas::get, provider, InterceptLimits.DEFAULT, Names.RANDOM, Instant::now, System::nanoTime);
        listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        tls.prepare(sandbox, name, channel.eventLoop(), prepared -> begin(channel, prepared));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    /** Sets the sandbox and name for further connections. */
    void be(SandboxId nextSandbox, String nextName) {
        sandbox = nextSandbox;
        name = Names.host(nextName);
    }

    /** Creates a CA dated by the real clock, because real clients check it. */
    SandboxCa newCa(SandboxId id) {
        SandboxCa made = SandboxCa.create(id, Names.RANDOM, Instant::now);
        cas.put(id, made);
        return made;
    }

    /**
     * Returns the result of {@link ServerTls#prepare}; completed after its callback has returned, so a context may be
     * released by then.
     */
    CompletableFuture<PreparedTls> prepare(SandboxId id, String host) {
        var told = new CompletableFuture<PreparedTls>();
        EventLoop loop = loops.next();
        tls.prepare(id, Names.host(host), loop, prepared -> loop.execute(() -> told.complete(prepared)));
        return told;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    private void begin(SocketChannel channel, PreparedTls prepared) {
        switch (prepared) {
            case PreparedTls.Failed failed -> {
                failures.add(failed);
                var _ = channel.close();
            }
            case PreparedTls.Ready(var context) -> {
                channel.pipeline().addLast(context.newHandler(channel.alloc()), new Echo());
                channel.config().setAutoRead(true);
            }
        }
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        tls.close();
    }

    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            var _ = ctx.writeAndFlush(message);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            var _ = ctx.close(); // of handshakes that the client refuses
        }
    }
}
