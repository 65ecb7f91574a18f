package io.sallyport.proxy.relay.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * What is done to channels without waiting for how it ends: a write that fails comes back as the end of its channel,
 * which whoever uses it hears.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Channels {
    /** The name of the handler behind which a client's bytes are read: TLS of a listener, or frames of a stream. */
    public static final String ENTRY = "entry";

    private Channels() {}

    /** Hands bytes that a client sent to whoever reads them now; this takes them over. */
    public static void read(Channel channel, ByteBuf in) {
        ChannelHandlerContext entry = channel.pipeline().context(ENTRY);
        if (entry == null) {
            channel.pipeline().fireChannelRead(in).fireChannelReadComplete();
        } else {
            entry.fireChannelRead(in).fireChannelReadComplete();
        }
    }

    /** Speaks TLS inside of whatever the listener, or the stream, speaks. */
    public static void secure(Channel channel, SslHandler tls) {
        ChannelPipeline pipeline = channel.pipeline();
        if (pipeline.get(ENTRY) == null) {
            pipeline.addFirst(tls);
        } else {
            pipeline.addAfter(ENTRY, null, tls);
        }
    }

    /** Writes {@code out}, which this takes over; nothing is flushed. */
    public static void write(Channel to, ByteBuf out) {
        to.write(out);
    }

    public static void writeAndFlush(Channel to, ByteBuf out) {
        to.writeAndFlush(out);
    }

    /** Closes {@code channel} where there is one. */
    public static void close(@Nullable Channel channel) {
        if (channel != null) {
            channel.close();
        }
    }

    /** Closes once all that was written has gone. */
    public static void closeAfterWrites(Channel channel) {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> channel.close());
    }

    /** Breaks {@code channel} off once all that was written has gone: a stream with CONNECT_ERROR, TCP with a reset. */
    public static void resetAfterWrites(Channel channel) {
        afterWrites(channel, () -> {
            if (channel instanceof Http2StreamChannel) {
                channel.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.CONNECT_ERROR));
            } else if (channel.isActive()) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
            }
            channel.close();
        });
    }

    /** Ends our half once all that was written has gone; the other half goes on. */
    public static void endOutputAfterWrites(Channel channel) {
        afterWrites(channel, () -> endOutput(channel));
    }

    /** Runs {@code then} once all that was written has gone, or cannot go any more. */
    public static void afterWrites(Channel channel, Runnable then) {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> then.run());
    }

    /** Ends our half now, and says so in TLS; a channel that knows no halves is closed. */
    public static void endOutput(Channel channel) {
        SslHandler tls = innermostTls(channel);
        if (tls == null) {
            shutOutput(channel);
        } else {
            tls.closeOutbound().addListener(_ -> shutOutput(channel));
        }
    }

    private static void shutOutput(Channel channel) {
        if (channel instanceof DuplexChannel duplex && channel.isActive()) {
            duplex.shutdownOutput();
        } else if (channel instanceof Http2StreamChannel) {
            channel.writeAndFlush(new DefaultHttp2DataFrame(true));
        } else {
            channel.close();
        }
    }

    /** Whether our half of a connection can end while the other goes on: that of TCP can, that of TLS cannot. */
    public static boolean endsByHalves(Channel channel) {
        return !(channel instanceof Http2StreamChannel) && channel.pipeline().get(SslHandler.class) == null;
    }

    /** Whether some of what was flushed has not gone yet: the other side is too slow, or does not read. */
    public static boolean hasUnsent(Channel channel) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? waitingOnStream(channel) > 0 : !unsent.isEmpty();
    }

    /** How many bytes were written and have not gone yet. */
    static long waiting(Channel channel) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? waitingOnStream(channel) : buffer.totalPendingWriteBytes();
    }

    /** A stream of HTTP/2 has no buffer of its own, and tells how far it is from a mark. */
    private static long waitingOnStream(Channel channel) {
        WriteBufferWaterMark marks = channel.config().getWriteBufferWaterMark();
        if (!channel.isActive()) {
            return 0;
        }
        return channel.isWritable()
                ? marks.high() + 1 - channel.bytesBeforeUnwritable()
                : Math.max(0, marks.low() - 1 + channel.bytesBeforeWritable());
    }

    /** The TLS nearest to what is relayed: that with a target runs inside of that with an upstream proxy. */
    public static @Nullable SslHandler innermostTls(Channel channel) {
        SslHandler found = null;
        for (var entry : channel.pipeline()) {
            found = entry.getValue() instanceof SslHandler tls ? tls : found;
        }
        return found;
    }

    /** Whether ALPN has come to HTTP/2 (RFC 9113 section 3.2). */
    public static boolean choseHttp2(@Nullable SslHandler tls) {
        return tls != null && ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol());
    }

    /**
     * Whether the other side is at fault: a broken connection, bytes that are no TLS where TLS is spoken, or frames
     * that break the rules of HTTP/2.
     */
    public static boolean isPeersFault(Throwable cause) {
        return cause instanceof IOException
                || cause instanceof Http2Exception
                || (cause instanceof DecoderException && cause.getCause() instanceof SSLException);
    }

    /** The bytes of both in one buffer; both are released. */
    public static ByteBuf joined(Channel channel, ByteBuf first, ByteBuf second) {
        ByteBuf both = channel.alloc().buffer(first.readableBytes() + second.readableBytes());
        both.writeBytes(first).writeBytes(second);
        first.release();
        second.release();
        return both;
    }
}
