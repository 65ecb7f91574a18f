package io.sallyport.cli.endtoend;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslHandler;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * A server that asks each client for a certificate, and answers with the name in it, or {@code nobody}. What is asked
 * for with {@code /away} leads to {@code other.test}.
 */
final class CertifiedOrigin {
    private CertifiedOrigin() {}

    /**
     * Starts the server.
     *
     * @param clients issues the certificates that it accepts
     * @param protocol {@code h2} or {@code http/1.1}
     */
    static Origin start(TestCa.Leaf leaf, TestCa clients, String protocol) {
        return Origin.rawTlsOn(
                InetAddress.getLoopbackAddress(),
                leaf,
                settings -> settings.clientAuth(ClientAuth.OPTIONAL)
                        .trustManager(clients.certificate())
                        .applicationProtocolConfig(new ApplicationProtocolConfig(
                                ApplicationProtocolConfig.Protocol.ALPN,
                                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                                protocol)),
                channel -> begin(channel, protocol));
    }

    private static void begin(Channel channel, String protocol) {
        if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
            channel.pipeline()
                    .addLast(
                            Http2FrameCodecBuilder.forServer().build(),
                            new Http2MultiplexHandler(new ChannelInitializer<>() {
                                @Override
                                protected void initChannel(Channel stream) {
                                    stream.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(true));
                                    answer(stream, channel);
                                }
                            }));
        } else {
            channel.pipeline().addLast(new HttpServerCodec());
            answer(channel, channel);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails ends the connection, which the client notices
    private static void answer(Channel requests, Channel connection) {
        requests.pipeline()
                .addLast(new HttpObjectAggregator(1 << 16), new SimpleChannelInboundHandler<FullHttpRequest>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
                        ctx.writeAndFlush(answer(request, name(connection)));
                    }

                    @Override
                    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                        ctx.close();
                    }
                });
    }

    private static DefaultFullHttpResponse answer(FullHttpRequest request, String name) {
        boolean leads = request.uri().equals("/away");
        var answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                leads ? HttpResponseStatus.FOUND : HttpResponseStatus.OK,
                Unpooled.copiedBuffer("client=" + name + "\n", StandardCharsets.US_ASCII));
        answer.headers().set("Content-Length", answer.content().readableBytes());
        if (leads) {
            answer.headers().set("Location", "https://other.test/v1/x");
        }
        return answer;
    }

    private static String name(Channel connection) {
        try {
            var shown = connection
                    .pipeline()
                    .get(SslHandler.class)
                    .engine()
                    .getSession()
                    .getPeerCertificates();
            return String.valueOf(((X509Certificate) shown[0])
                    .getSubjectAlternativeNames()
                    .iterator()
                    .next()
                    .get(1));
        } catch (SSLPeerUnverifiedException _) {
            return "nobody";
        } catch (CertificateParsingException e) {
            throw new IllegalStateException(e);
        }
    }
}
