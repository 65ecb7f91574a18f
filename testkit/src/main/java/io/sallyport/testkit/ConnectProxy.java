package io.sallyport.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A proxy on loopback that serves CONNECT as a script says, well or badly. It is asked for addresses, never for names.
 * Safe for concurrent use.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write or connect closes the connection, which the test sees
public final class ConnectProxy implements AutoCloseable {
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final Function<String, Reply> script;
    private final Origin origin;

    private ConnectProxy(TestCa.@Nullable Leaf leaf, Function<String, Reply> script) {
        this.script = script;
        this.origin = leaf == null ? Origin.raw(this::accept) : Origin.rawTls(leaf, this::accept);
    }

    /**
     * What becomes of one CONNECT.
     *
     * @param bytes sent to the client first
     * @param next what happens after that
     */
    public record Reply(String bytes, Next next) {}

    /** What happens once the bytes of a reply are sent. */
    public enum Next {
        TUNNEL,
        CLOSE,
        SILENCE
    }

    /** Starts a proxy that opens every tunnel. */
    public static ConnectProxy start() {
        return start(_ -> open());
    }

    /** Starts a proxy; {@code script} gets the head of each request. */
    public static ConnectProxy start(Function<String, Reply> script) {
        return new ConnectProxy(null, script);
    }

    /** As {@link #start}, over TLS. */
    public static ConnectProxy startTls(TestCa.Leaf leaf, Function<String, Reply> script) {
        return new ConnectProxy(leaf, script);
    }

    /** Returns the reply that opens the tunnel. */
    public static Reply open() {
        return new Reply("HTTP/1.1 200 Connection established\r\n\r\n", Next.TUNNEL);
    }

    /** Returns a whole answer with this status line, after which the proxy closes. */
    public static Reply refuse(String status) {
        return new Reply("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", Next.CLOSE);
    }

    public InetSocketAddress address() {
        return origin.address();
    }

    public int port() {
        return origin.port();
    }

    /** Returns the heads that came, in order. */
    public List<String> heads() {
        return List.copyOf(heads);
    }

    /** Waits until at least {@code count} connections were accepted. */
    public void awaitConnections(int count, Duration atMost) {
        origin.awaitConnections(count, atMost);
    }

    /** Waits until at least {@code count} connections have ended. */
    public void awaitClosed(int count, Duration atMost) {
        origin.awaitClosed(count, atMost);
    }

    private void accept(Channel channel) {
        channel.pipeline().addLast(new Asking());
    }

    @Override
    public void close() {
        origin.close();
    }

    /** Reads the head of one request. */
    private final class Asking extends ChannelInboundHandlerAdapter {
        private final StringBuilder head = new StringBuilder();
        private String established = "";

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            head.append(bytes.toString(StandardCharsets.ISO_8859_1));
            bytes.release();
            if (head.indexOf("\r\n\r\n") >= 0) {
                heads.add(head.toString());
                answer(ctx, script.apply(head.toString()));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        private void answer(ChannelHandlerContext ctx, Reply reply) {
            if (reply.next() == Next.TUNNEL) {
                ctx.channel().config().setAutoRead(false);
                established = reply.bytes();
                tunnel(ctx);
                return;
            }
            var written = ctx.writeAndFlush(ByteBufUtil.writeAscii(ctx.alloc(), reply.bytes()));
            if (reply.next() == Next.CLOSE) {
                written.addListener(_ -> ctx.close());
            }
        }

        private void tunnel(ChannelHandlerContext ctx) {
            String authority = head.substring("CONNECT ".length(), head.indexOf(" HTTP/"));
            int colon = authority.lastIndexOf(':');
            String host = authority.substring(0, colon).replace("[", "").replace("]", "");
            var target = new InetSocketAddress(
                    InetAddress.ofLiteral(host), Integer.parseInt(authority.substring(colon + 1)));
            new Bootstrap()
                    .group(ctx.channel().eventLoop())
                    .channel(ctx.channel().getClass())
                    .handler(new Relay(ctx.channel()))
                    .connect(target)
                    .addListener(connected -> {
                        if (!connected.isSuccess()) {
                            answer(ctx, refuse("503 Service Unavailable"));
                        }
                    });
        }

        /** The far side, which begins the tunnel once it is connected. */
        private final class Relay extends ChannelInboundHandlerAdapter {
            private final Channel other;

            Relay(Channel other) {
                this.other = other;
            }

            @Override
            public void channelActive(ChannelHandlerContext ctx) {
                other.writeAndFlush(ByteBufUtil.writeAscii(other.alloc(), established));
                other.pipeline().replace(Asking.this, null, new Passing(ctx.channel()));
                ctx.pipeline().replace(this, null, new Passing(other));
                other.config().setAutoRead(true);
            }
        }
    }

    /** Passes on what comes, and the end. */
    private static final class Passing extends ChannelInboundHandlerAdapter {
        private final Channel other;

        Passing(Channel other) {
            this.other = other;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            other.writeAndFlush(message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            other.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
