package io.sallyport.testkit;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A server on loopback that answers by a {@link OriginScript} and records the requests. It has its own event loop and
 * an ephemeral port; closing it closes its connections. Safe for concurrent use.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection, which the test sees
public final class Origin implements AutoCloseable {
    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("origin", true), NioIoHandler.newFactory());
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final OriginJournal journal = new OriginJournal();
    private final @Nullable SslContext tls;
    private final Channel listener;

    private Origin(InetAddress address, @Nullable SslContext tls, Consumer<Channel> pipeline) {
        this.tls = tls;
        this.listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel, pipeline);
                    }
                })
                .bind(address, 0)
                .syncUninterruptibly()
                .channel();
    }

    /** Starts HTTP/1.1 in cleartext. */
    public static Origin plain(OriginScript script) {
        return http(null, script);
    }

    /** Starts HTTP/1.1 over TLS, with {@code leaf} for any requested name. */
    public static Origin tls(TestCa.Leaf leaf, OriginScript script) {
        return http(serverContext(leaf, settings -> {}), script);
    }

    /** Starts a raw server: {@code pipeline} adds its handlers to each connection. */
    public static Origin raw(Consumer<Channel> pipeline) {
        return new Origin(InetAddress.getLoopbackAddress(), null, pipeline);
    }

    /** Starts a raw server over TLS. */
    public static Origin rawTls(TestCa.Leaf leaf, Consumer<Channel> pipeline) {
        return rawTlsOn(InetAddress.getLoopbackAddress(), leaf, settings -> {}, pipeline);
    }

    /** As {@link #rawTls}, on another address of this machine, with the TLS context changed by {@code settings}. */
    public static Origin rawTlsOn(
            InetAddress address, TestCa.Leaf leaf, Consumer<SslContextBuilder> settings, Consumer<Channel> pipeline) {
        return new Origin(address, serverContext(leaf, settings), pipeline);
    }

    /** Sends every byte back. */
    public static Origin echo() {
        return raw(channel -> {
            channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
            channel.pipeline().addLast(new EchoHandler());
        });
    }

    /** As {@link #raw}, on another address of this machine. */
    public static Origin rawOn(InetAddress address, Consumer<Channel> pipeline) {
        return new Origin(address, null, pipeline);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    public int port() {
        return address().getPort();
    }

    /** Returns {@code address:port}, the form for {@code egress.hosts}. */
    public String hostPort() {
        return address().getAddress().getHostAddress() + ":" + port();
    }

    /** Returns the number of connections accepted since the start. */
    public int connections() {
        return journal.connections();
    }

    /** Returns the number of connections open now. */
    public int openConnections() {
        return open.size();
    }

    /** Returns the requests that the script was called for, in order. */
    public List<ReceivedRequest> received() {
        return journal.received();
    }

    /** Waits until at least {@code count} requests have arrived; throws if they do not. */
    public List<ReceivedRequest> awaitReceived(int count, Duration atMost) {
        return journal.await("requests", seen -> seen.received().size() >= count, atMost)
                .received();
    }

    /** Waits until at least {@code count} connections were accepted. */
    public void awaitConnections(int count, Duration atMost) {
        journal.await("connections", seen -> seen.connections() >= count, atMost);
    }

    /** Waits until at least {@code count} connections have ended. */
    public void awaitClosed(int count, Duration atMost) {
        journal.await("ended connections", seen -> seen.closed() >= count, atMost);
    }

    /** Waits until at least {@code bytes} of request bodies have arrived, answered or not. */
    public void awaitBodyBytes(long bytes, Duration atMost) {
        journal.await("bytes of bodies", seen -> seen.bodyBytes() >= bytes, atMost);
    }

    @Override
    public void close() {
        if (loops.isShuttingDown()) {
            return;
        }
        listener.close().syncUninterruptibly();
        open.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static Origin http(@Nullable SslContext tls, OriginScript script) {
        // Handlers find the origin's journal through the channel's attribute.
        return new Origin(InetAddress.getLoopbackAddress(), tls, channel -> {
            OriginJournal journal = channel.attr(OriginJournal.KEY).get();
            int connection = channel.attr(OriginJournal.CONNECTION).get();
            channel.pipeline().addLast(new HttpServerCodec(), new OriginHandler(script, journal, connection));
        });
    }

    private void accept(Channel channel, Consumer<Channel> pipeline) {
        open.add(channel);
        channel.attr(OriginJournal.KEY).set(journal);
        channel.attr(OriginJournal.CONNECTION).set(journal.opened());
        channel.closeFuture().addListener(future -> journal.ended());
        SslContext context = tls;
        if (context != null) {
            channel.pipeline().addLast(context.newHandler(channel.alloc()));
        }
        pipeline.accept(channel);
    }

    private static SslContext serverContext(TestCa.Leaf leaf, Consumer<SslContextBuilder> settings) {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(leaf.key(), leaf.chain())
                    .keyStoreType("JKS"); // unlike PKCS12, it does not hash a password ten thousand times
            settings.accept(builder);
            return builder.build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("not a usable leaf", e);
        }
    }

    /**
     * Echoes what it reads, no faster than the client takes it. Closes when the client has closed and everything is
     * written.
     */
    private static final class EchoHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.write(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            ctx.channel().config().setAutoRead(ctx.channel().isWritable());
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
