package io.sallyport.bench.proxy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.testkit.TestCa;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * The target of messages, under TLS on one event loop of its own: answers each message of gRPC (over HTTP/2) and of a
 * WebSocket (over HTTP/1.1) by the same message.
 */
final class MessageOrigin implements AutoCloseable {
    /** The service of gRPC; each method is an echo. */
    static final String SERVICE = "/bench.Echo/";

    static final String WEBSOCKET = "/echo";
    private static final int HANDSHAKE_BYTES = 8_192;
    private static final ChannelHandler ECHO = new EchoOfFrames();
    private static final ChannelHandler CALL = new EchoOfCalls();

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final Channel listener;

    private MessageOrigin(SslContext tls) {
        listener = new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(tls.newHandler(channel.alloc()), new Negotiated());
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
    }

    static MessageOrigin start(TestCa.Leaf leaf) throws SSLException {
        return new MessageOrigin(SslContextBuilder.forServer(leaf.key(), leaf.chain())
                .sslProvider(SslProvider.OPENSSL)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2,
                        ApplicationProtocolNames.HTTP_1_1))
                .build());
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private static final class Negotiated extends ApplicationProtocolNegotiationHandler {
        Negotiated() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                ctx.pipeline()
                        .addLast(
                                Http2FrameCodecBuilder.forServer()
                                        .decoderEnforceMaxConsecutiveEmptyDataFrames(0)
                                        .build(),
                                new Http2MultiplexHandler(CALL));
            } else {
                ctx.pipeline()
                        .addLast(
                                new HttpServerCodec(),
                                new HttpObjectAggregator(HANDSHAKE_BYTES),
                                new WebSocketServerProtocolHandler(WEBSOCKET),
                                ECHO);
            }
        }
    }

    /** Sends each frame back that is no control frame. */
    @ChannelHandler.Sharable
    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows as the end of the connection
    private static final class EchoOfFrames extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof BinaryWebSocketFrame frame) {
                ctx.write(frame, ctx.voidPromise());
            } else {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }
    }

    /** Sends the content of a call back as it comes, and then its status. */
    @ChannelHandler.Sharable
    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows as the end of the stream
    private static final class EchoOfCalls extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof Http2HeadersFrame) {
                var head = new DefaultHttp2Headers().status("200").add("content-type", "application/grpc");
                ctx.write(new DefaultHttp2HeadersFrame(head, false));
                ReferenceCountUtil.release(message);
            } else if (message instanceof Http2DataFrame data) {
                ctx.write(new DefaultHttp2DataFrame(data.content(), false));
                if (data.isEndStream()) {
                    ctx.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().add("grpc-status", "0"), true));
                }
            } else {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
