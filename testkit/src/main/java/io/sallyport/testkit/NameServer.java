package io.sallyport.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A DNS server on loopback, over UDP and TCP on one port (RFC 1035 section 4.2). It answers from a {@link Zone} and
 * records the questions. Safe for concurrent use.
 */
@SuppressWarnings("FutureReturnValueIgnored") // an answer may be lost, as over UDP
public final class NameServer implements AutoCloseable {
    private static final int PORT_TRIES = 20;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("name-server", true), NioIoHandler.newFactory());
    private final QueryLog log = new QueryLog();
    private final Zone zone;
    private final Channel datagrams;

    private NameServer(Zone zone) {
        this.zone = zone;
        this.datagrams = bindBoth();
    }

    /** Starts a server that answers from {@code zone}. */
    public static NameServer start(Zone zone) {
        return new NameServer(zone);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) datagrams.localAddress();
    }

    /** Returns all questions so far, in order. */
    public List<Zone.Question> questions() {
        return log.questions();
    }

    /** Returns the queried names so far, without the trailing dot, once per question. */
    public List<String> names() {
        return questions().stream().map(Zone.Question::name).toList();
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /**
     * Binds UDP and TCP to one port. The kernel chooses it for UDP; sometimes another process has it for TCP, so this
     * tries again.
     */
    private Channel bindBoth() {
        IllegalStateException failed = new IllegalStateException("no port is free for UDP and TCP alike");
        for (int i = 0; i < PORT_TRIES; i++) {
            Channel udp = bindDatagrams();
            InetSocketAddress there = (InetSocketAddress) udp.localAddress();
            if (bindStreams(there.getPort())) {
                return udp;
            }
            udp.close().syncUninterruptibly();
        }
        throw failed;
    }

    private Channel bindDatagrams() {
        return new Bootstrap()
                .group(loops)
                .channel(NioDatagramChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new DatagramDnsQueryDecoder(),
                                        new DatagramDnsResponseEncoder(),
                                        new Datagrams());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    private boolean bindStreams(int port) {
        return new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new TcpDnsQueryDecoder(), new TcpDnsResponseEncoder(), new Streams());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .awaitUninterruptibly()
                .isSuccess();
    }

    private final class Datagrams extends SimpleChannelInboundHandler<DatagramDnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramDnsQuery query) {
            Zone.Question question = log.note(query, false, query.sender().getPort());
            switch (zone.reply(question)) {
                case Zone.Silence _ -> {}
                case Zone.Misdirected misdirected -> {
                    ctx.write(misdirected.reply().write(query, response(query, query.id() ^ 1), false));
                    ctx.writeAndFlush(misdirected.then().write(query, response(query, query.id()), false));
                }
                case Zone.Records records ->
                    ctx.writeAndFlush(records.write(query, response(query, query.id()), records.truncated()));
            }
        }

        private DatagramDnsResponse response(DatagramDnsQuery query, int id) {
            return new DatagramDnsResponse(/* sender= */ query.recipient(), /* recipient= */ query.sender(), id);
        }
    }

    private final class Streams extends SimpleChannelInboundHandler<DnsQuery> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DnsQuery query) {
            InetSocketAddress peer = (InetSocketAddress) ctx.channel().remoteAddress();
            switch (zone.reply(log.note(query, true, peer.getPort()))) {
                case Zone.Silence _ -> {}
                case Zone.Misdirected misdirected -> ctx.close();
                case Zone.Records records ->
                    ctx.writeAndFlush(records.write(query, new DefaultDnsResponse(query.id()), false));
            }
        }
    }
}
