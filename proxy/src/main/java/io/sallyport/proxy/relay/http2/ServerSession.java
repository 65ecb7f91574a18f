package io.sallyport.proxy.relay.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.TargetForm;
import io.sallyport.proxy.relay.channel.Channels;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** HTTP/2 on a client's connection. Confined to its event loop. */
public final class ServerSession {
    private static final int PREFACE_BYTES = 24; // RFC 9113 section 3.4

    private final Channel channel;
    private final UnreadContent unread;

    private ServerSession(Channel channel, UnreadContent unread) {
        this.channel = channel;
        this.unread = unread;
    }

    /**
     * From now on {@code channel} speaks HTTP/2: its frames are read before {@code last} sees anything.
     *
     * @param last the name of the handler that hears what is left
     * @param form of the targets of its requests
     * @param accepted gets the channel of each stream, whose handlers it completes
     */
    public static ServerSession begin(
            Channel channel,
            String last,
            TargetForm form,
            ProxyLimits limits,
            byte[] scratch,
            LongSupplier nanoClock,
            Consumer<Channel> accepted) {
        var streams = new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                stream.pipeline().addLast(Channels.ENTRY, new ServerStream(form, limits, scratch));
                accepted.accept(stream);
            }
        };
        Channel speaking = TunnelledConnection.of(channel, last);
        Http2FrameCodec codec = FrameCodec.ofServer(limits.http2(), limits.request());
        new SessionHandlers(new ControlFrameLimit(limits.http2(), PREFACE_BYTES, nanoClock), codec, streams)
                .begin(speaking, last, limits.http2());
        return new ServerSession(speaking, new UnreadContent(codec.connection()));
    }

    /** What its streams leave unread. */
    public UnreadContent unread() {
        return unread;
    }

    /** Tells the client to open no more streams here (RFC 9113 section 6.8). */
    @SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be written to ends
    public void leave() {
        channel.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
    }

    /** Refuses a stream of which nothing was done, so that the client may repeat it (RFC 9113 section 8.7). */
    public static void refuse(Channel stream) {
        stream.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM))
                .addListener(_ -> Channels.close(stream));
    }
}
