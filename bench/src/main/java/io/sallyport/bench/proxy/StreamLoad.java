package io.sallyport.bench.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;

/**
 * HTTP/2 on one connection of a run: so many streams at a time, each replaced by the next request once it is answered.
 * The last one closes the connection, unless it is to stay open. Confined to the client's loop.
 */
@SuppressWarnings("FutureReturnValueIgnored")
final class StreamLoad {
    private final LoadClient client;
    private final LoadRun run;
    private final Channel connection;
    private int open;

    private StreamLoad(LoadClient client, LoadRun run, Channel connection) {
        this.client = client;
        this.run = run;
        this.connection = connection;
    }

    /** Begins on a connection whose TLS is up. */
    static void begin(LoadClient client, LoadRun run, Channel connection) {
        var load = new StreamLoad(client, run, connection);
        connection
                .pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forClient()
                                .initialSettings(Http2Settings.defaultSettings())
                                .decoderEnforceMaxConsecutiveEmptyDataFrames(0) // mitmproxy sends such
                                .build(),
                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                            @Override
                            protected void initChannel(Channel pushed) {
                                pushed.close();
                            }
                        }),
                        load.new Connection());
        load.ask(); // the operation for which the connection was opened
        for (int i = 1; i < run.work().streams(); i++) {
            load.next();
        }
    }

    private void next() {
        if (run.begin()) {
            ask();
        } else if (open == 0) {
            connection.close();
        }
    }

    private void ask() {
        open++;
        ChannelInboundHandlerAdapter handler = handler();
        new Http2StreamChannelBootstrap(connection)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline().addLast(handler);
                    }
                })
                .open()
                .addListener(opened -> {
                    if (opened.isSuccess()) {
                        begin((Channel) opened.getNow(), handler);
                    } else {
                        run.fail(opened.cause());
                    }
                });
    }

    private ChannelInboundHandlerAdapter handler() {
        return switch (run.work().kind()) {
            case GRPC_CALL -> new EchoedCall(this, false);
            case GRPC_MESSAGE -> new EchoedCall(this, true);
            case REQUEST, WEBSOCKET_MESSAGE -> new Stream();
        };
    }

    private void begin(Channel stream, ChannelInboundHandlerAdapter handler) {
        if (handler instanceof EchoedCall call) {
            Http2Headers fields = fields("POST").add("content-type", "application/grpc");
            stream.write(new DefaultHttp2HeadersFrame(fields.add("te", "trailers"), false));
            call.begin(stream);
        } else {
            stream.writeAndFlush(new DefaultHttp2HeadersFrame(fields("GET"), true));
        }
    }

    private Http2Headers fields(String method) {
        ConnectionWork work = run.work();
        return new DefaultHttp2Headers()
                .method(method)
                .scheme("https")
                .authority(work.authority())
                .path(work.path())
                .add("user-agent", "load/1")
                .add("accept", "*/*");
    }

    /** A stream has its answer, and another one takes its place. */
    void answered() {
        open--;
        if (run.isHolding()) {
            client.next(run);
        } else {
            next();
        }
        run.finish();
    }

    /** Counts a message that came back on a stream that lasts; whether it is to send another one. */
    boolean goesOn() {
        boolean more = !run.isHolding() && run.begin();
        if (run.isHolding()) {
            client.next(run);
        }
        run.finish();
        return more;
    }

    /** A stream that lasted has ended. */
    void ended() {
        if (--open == 0) {
            connection.close();
        }
    }

    void failed(Throwable why) {
        run.fail(why);
    }

    private final class Stream extends ChannelInboundHandlerAdapter {
        private boolean answered;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            boolean ended = false;
            if (message instanceof Http2HeadersFrame head) {
                int status = Integer.parseInt(head.headers().status().toString());
                if (status != run.work().status()) {
                    run.unexpected(status);
                }
                ended = head.isEndStream();
            } else if (message instanceof Http2DataFrame data) {
                ended = data.isEndStream();
            }
            ReferenceCountUtil.release(message);
            if (ended) {
                answered = true;
                answered();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (!answered) {
                run.fail(new IOException("a stream was reset"));
            }
        }
    }

    private final class Connection extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            run.fail(cause);
            ctx.close();
        }
    }
}
