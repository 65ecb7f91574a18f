package io.sallyport.web;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Sets up the connections of one listener, which has one event loop. Sharable. */
public final class WebPipeline extends ChannelInitializer<Channel> {
    private final WebParts parts;
    private final @Nullable SslContext tls;

    private WebPipeline(WebParts parts, @Nullable SslContext tls) {
        this.parts = parts;
        this.tls = tls;
    }

    /**
     * Creates the pipeline for one listener.
     *
     * @param tls null for plain HTTP
     * @param nanoClock elapsed nanoseconds
     * @param writers threads for streamed answers, which block on their peer
     */
    public static WebPipeline of(
            WebLimits limits, @Nullable SslContext tls, Endpoint endpoint, LongSupplier nanoClock, Executor writers) {
        var connections = new Connections(limits.maxConnections(), limits.maxConnectionsEach());
        var bodies = new Bodies(limits.maxBodiesBytes());
        return new WebPipeline(new WebParts(limits, endpoint, nanoClock, connections, bodies, writers), tls);
    }

    Connections connections() {
        return parts.connections();
    }

    @Override
    protected void initChannel(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        if (tls != null) {
            pipeline.addLast(tls.newHandler(channel.alloc()));
        }
        pipeline.addLast(
                new HttpRequestDecoder(strict(parts.limits())),
                new HttpResponseEncoder(),
                new FlowControlHandler(),
                new Connection(parts));
    }

    /**
     * Sets strict parsing explicitly, because JVM properties can turn Netty's defaults off: RFC 9112, sections 2.2 and
     * 6.1.
     */
    private static HttpDecoderConfig strict(WebLimits limits) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxLineBytes())
                .setMaxHeaderSize(limits.maxHeadBytes())
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }
}
