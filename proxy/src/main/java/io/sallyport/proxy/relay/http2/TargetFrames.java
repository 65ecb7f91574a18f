package io.sallyport.proxy.relay.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.relay.channel.Channels;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** HTTP/2 on a connection to a target. Confined to its event loop. */
public final class TargetFrames {
    /** As SETTINGS say. */
    private static final ChannelInitializer<Channel> NONE_PUSHED = new ChannelInitializer<>() {
        @Override
        protected void initChannel(Channel pushed) {
            Channels.close(pushed);
        }
    };

    private final Channel channel;
    private final Http2Connection connection;
    private final UnreadContent unread;
    private final ProxyLimits limits;
    private final byte[] scratch;

    private TargetFrames(Channel channel, Http2Connection connection, ProxyLimits limits, byte[] scratch) {
        this.channel = channel;
        this.connection = connection;
        this.unread = new UnreadContent(connection);
        this.limits = limits;
        this.scratch = scratch;
    }

    /** Whether the target at the other end of {@code channel} chose HTTP/2. */
    public static boolean areSpokenOn(Channel channel) {
        return Channels.choseHttp2(Channels.innermostTls(channel));
    }

    /**
     * From now on {@code channel} speaks HTTP/2.
     *
     * @param last hears the end of the connection
     */
    public static TargetFrames begin(
            Channel channel, ChannelHandler last, ProxyLimits limits, byte[] scratch, LongSupplier nanoClock) {
        Http2FrameCodec codec = FrameCodec.ofClient(limits.http2(), limits.response());
        ChannelPipeline pipeline = channel.pipeline().addLast(last);
        new SessionHandlers(new ControlFrameLimit(limits.http2(), 0, nanoClock), codec, NONE_PUSHED)
                .begin(channel, pipeline.context(last).name(), limits.http2());
        return new TargetFrames(channel, codec.connection(), limits, scratch);
    }

    /** What its streams leave unread. */
    public UnreadContent unread() {
        return unread;
    }

    /** How many streams may be open at once, as the target and we say; 0 once either has left. */
    public int room() {
        boolean left = !channel.isActive() || connection.goAwayReceived() || connection.goAwaySent();
        return left
                ? 0
                : Math.min(connection.local().maxActiveStreams(), limits.http2().maxStreams());
    }

    /** Opens a stream whose messages {@code last} reads and writes as HTTP/1.1; null where none can be opened. */
    public @Nullable Channel open(ChannelHandler last) {
        var opening = new Http2StreamChannelBootstrap(channel)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.config().setAutoRead(false);
                        stream.pipeline().addLast(new TargetStream(limits, scratch), last);
                    }
                })
                .open();
        // On its own event loop it is open at once, or never.
        Http2StreamChannel stream = opening.getNow();
        return stream;
    }
}
