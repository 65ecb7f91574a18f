package io.sallyport.admin;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.web.WebPipeline;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The control API with a single in-process caller instead of a listener: calls pass through the same pipeline, in
 * memory. For one thread at a time; the caller of {@link #open} closes it.
 */
public final class AdminInMemory implements AutoCloseable {
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final long CLOSE_SECONDS = 5;

    private final MultiThreadIoEventLoopGroup loop;
    private final ThreadPoolExecutor workers;
    private final Channel caller;
    private final BlockingQueue<Integer> answers;
    private final String token;

    private AdminInMemory(
            MultiThreadIoEventLoopGroup loop,
            ThreadPoolExecutor workers,
            Channel caller,
            BlockingQueue<Integer> answers,
            String token) {
        this.loop = loop;
        this.workers = workers;
        this.caller = caller;
        this.answers = answers;
        this.token = token;
    }

    /**
     * Starts serving.
     *
     * @param settings the settings; the listen address is not used
     * @param token a token that {@code parts} accept
     */
    public static AdminInMemory open(AdminSettings settings, AdminParts parts, String token) {
        var loop = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("admin-in-memory", true), LocalIoHandler.newFactory());
        ThreadPoolExecutor workers = AdminServer.workers();
        Channel listener = new ServerBootstrap()
                .group(loop)
                .channel(LocalServerChannel.class)
                .childHandler(WebPipeline.of(
                        settings.limits().web(),
                        settings.tls(),
                        new FrontDoor(settings, parts, workers),
                        parts.nanoClock(),
                        workers))
                .bind(LocalAddress.ANY)
                .syncUninterruptibly()
                .channel();
        var answers = new ArrayBlockingQueue<Integer>(1);
        Channel caller = new Bootstrap()
                .group(loop)
                .channel(LocalChannel.class)
                .handler(new Caller(answers))
                .connect(listener.localAddress())
                .syncUninterruptibly()
                .channel();
        return new AdminInMemory(loop, workers, caller, answers, token);
    }

    /** Sets up the caller's end of the channel. */
    private static final class Caller extends ChannelInitializer<Channel> {
        private final BlockingQueue<Integer> answers;

        private Caller(BlockingQueue<Integer> answers) {
            this.answers = answers;
        }

        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline()
                    .addLast(
                            new HttpClientCodec(),
                            new HttpObjectAggregator(MAX_ANSWER_BYTES),
                            new SimpleChannelInboundHandler<FullHttpResponse>() {
                                @Override
                                protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse answer) {
                                    answers.add(answer.status().code());
                                }
                            });
        }
    }

    /**
     * Sends a request. Returns the status, or null if no answer came within {@code seconds}; the object is then
     * unusable.
     */
    public @Nullable Integer call(String method, String path, String body, long seconds) throws InterruptedException {
        var request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(method),
                path,
                Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
        request.headers()
                .set(HttpHeaderNames.HOST, "localhost")
                .set(HttpHeaderNames.AUTHORIZATION, "Bearer " + token)
                .set(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
        var _ = caller.writeAndFlush(request);
        return answers.poll(seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        workers.shutdown();
        loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
