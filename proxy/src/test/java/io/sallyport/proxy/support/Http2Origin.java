package io.sallyport.proxy.support;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A target that speaks HTTP/2 alone and answers by path: it echoes fields and content, or sends what no target should.
 * All that it was asked is kept.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a stream that cannot be written to ends
public final class Http2Origin implements AutoCloseable {
    /** Streams at once on one connection. */
    public static final int MAX_STREAMS = 20;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Origin origin;

    public Http2Origin(TestCa.Leaf leaf) {
        origin = Origin.rawTlsOn(
                InetAddress.getLoopbackAddress(),
                leaf,
                settings -> settings.applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        "h2")),
                this::begin);
    }

    private void begin(Channel channel) {
        channel.pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forServer()
                                .validateHeaders(false)
                                .build(),
                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                stream.pipeline().addLast(new Answering());
                            }
                        }));
    }

    public String hostPort() {
        return origin.hostPort();
    }

    public int connections() {
        return origin.connections();
    }

    /** Of each request the method, the path and all fields, as {@code name: value} lines. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        origin.close();
    }

    private final class Answering extends ChannelDuplexHandler {
        private String path = "";
        private String method = "";

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean ended = false;
            if (message instanceof Http2HeadersFrame frame) {
                if (path.isEmpty()) {
                    begin(ctx, frame.headers());
                } else {
                    requests.add("trailers\n" + lines(frame.headers()));
                }
                ended = frame.isEndStream();
            } else if (message instanceof Http2DataFrame frame) {
                ended = frame.isEndStream();
                if (path.startsWith("/echo")) {
                    ctx.write(new DefaultHttp2DataFrame(frame.content().retain(), false));
                }
            }
            ReferenceCountUtil.release(message);
            if (ended) {
                end(ctx);
            }
            ctx.flush();
        }

        private void begin(ChannelHandlerContext ctx, Http2Headers head) {
            path = head.path().toString();
            method = head.method().toString();
            requests.add(lines(head));
            Http2Headers ok = new DefaultHttp2Headers(false).status("200");
            switch (path) {
                case "/none", "/reset" -> {}
                case "/early" -> {
                    ctx.write(new DefaultHttp2HeadersFrame(
                            new DefaultHttp2Headers().status("103").add("link", "</a>"), false));
                    ctx.write(new DefaultHttp2HeadersFrame(ok, false));
                }
                case "/lines" -> ctx.write(new DefaultHttp2HeadersFrame(ok.add("x-a", "1\r\nx-b: 2"), false));
                case "/upper" -> ctx.write(new DefaultHttp2HeadersFrame(ok.add("X-Upper", "1"), false));
                case "/hop" -> ctx.write(new DefaultHttp2HeadersFrame(ok.add("transfer-encoding", "chunked"), false));
                case "/status" ->
                    ctx.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers(false).status("20"), false));
                case "/407" -> ctx.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("407"), false));
                case "/length" -> ctx.write(new DefaultHttp2HeadersFrame(ok.add("content-length", "50"), false));
                default -> ctx.write(new DefaultHttp2HeadersFrame(ok, false));
            }
        }

        private void end(ChannelHandlerContext ctx) {
            switch (path) {
                case "/none" ->
                    ctx.write(new DefaultHttp2HeadersFrame(
                            new DefaultHttp2Headers().status("200").add("grpc-status", "5"), true));
                case "/reset" -> ctx.close();
                case "/trailers" -> {
                    data(ctx, "abc", false);
                    ctx.write(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().add("x-sum", "900"), true));
                }
                case "/echo" -> data(ctx, "", true);
                default -> data(ctx, method.equals("HEAD") ? "" : "hello", true);
            }
        }

        private static void data(ChannelHandlerContext ctx, String text, boolean end) {
            ctx.write(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII), end));
        }

        private static String lines(Http2Headers fields) {
            var lines = new StringBuilder();
            fields.forEach(field -> lines.append(field.getKey())
                    .append(": ")
                    .append(field.getValue())
                    .append('\n'));
            return lines.toString();
        }
    }
}
