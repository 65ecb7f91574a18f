package io.sallyport.admin;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;

/** Sets up each connection. Sharable. */
final class Pipeline extends ChannelInitializer<Channel> {
    private final AdminSettings settings;
    private final Shared shared;

    Pipeline(AdminSettings settings, Shared shared) {
        this.settings = settings;
        this.shared = shared;
    }

    @Override
    protected void initChannel(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        SslContext tls = settings.tls();
        if (tls != null) {
            pipeline.addLast(tls.newHandler(channel.alloc()));
        }
        pipeline.addLast(
                new HttpRequestDecoder(strict(settings.limits())),
                new HttpResponseEncoder(),
                new FlowControlHandler(),
                new Connection(shared));
    }

    /** Said of ours, for properties of the JVM turn off what Netty does by itself: RFC 9112, sections 2.2 and 6.1. */
    private static HttpDecoderConfig strict(AdminLimits limits) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxTargetBytes())
                .setMaxHeaderSize(limits.maxHeadBytes())
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }
}
