package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersEncoder.SensitivityDetector;
import io.netty.handler.codec.http2.Http2PromisedRequestVerifier;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;
import io.sallyport.proxy.listener.HeadLimits;
import io.sallyport.proxy.listener.Http2Limits;

/** Netty's frame codec with the bounds of this gateway and our decoder of fields. One for each connection. */
final class FrameCodec extends Http2FrameCodecBuilder {
    private static final int MAX_SMALL_CONTINUATIONS = 16;
    private static final int MAX_EMPTY_DATA = 16;
    private static final int MAX_RESETS = 200;
    private static final int RESET_WINDOW_SECONDS = 10;
    private static final int ENTRY_OVERHEAD = 32; // RFC 9113 section 6.5.2

    /** Secrets never enter a compression table (RFC 7541 section 7.1.3). */
    private static final SensitivityDetector SECRETS = (name, value) ->
            AsciiString.contentEquals(name, "authorization") || AsciiString.contentEquals(name, "cookie");

    private final boolean server;

    private FrameCodec(boolean server, Http2Settings settings) {
        this.server = server;
        initialSettings(settings);
        gracefulShutdownTimeoutMillis(0); // who closes has waited for what is under way
        decoderEnforceMaxConsecutiveEmptyDataFrames(MAX_EMPTY_DATA);
        decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_WINDOW_SECONDS);
    }

    /** The side that clients speak to. */
    static Http2FrameCodec ofServer(Http2Limits limits, HeadLimits heads) {
        Http2Settings settings = common(limits, heads)
                .maxConcurrentStreams(limits.maxStreams())
                .connectProtocolEnabled(true); // RFC 8441 section 3
        return new FrameCodec(true, settings).build(heads);
    }

    /** The side that speaks to targets, which push nothing (RFC 9113 section 8.4). */
    static Http2FrameCodec ofClient(Http2Limits limits, HeadLimits heads) {
        return new FrameCodec(false, common(limits, heads).pushEnabled(false)).build(heads);
    }

    private static Http2Settings common(Http2Limits limits, HeadLimits heads) {
        return new Http2Settings().initialWindowSize(limits.streamWindowBytes()).maxHeaderListSize(listBytes(heads));
    }

    /** Twice what a head may have, so that one that is too large is refused by us, with a record, and not by Netty. */
    private static long listBytes(HeadLimits heads) {
        return 2L * (heads.maxBytes() + ENTRY_OVERHEAD * (long) heads.maxFields());
    }

    private Http2FrameCodec build(HeadLimits heads) {
        Http2Connection connection = new DefaultHttp2Connection(server);
        var reader = new DefaultHttp2FrameReader(new OrderedHeadersDecoder(listBytes(heads)), MAX_SMALL_CONTINUATIONS);
        Http2ConnectionEncoder encoder =
                new DefaultHttp2ConnectionEncoder(connection, new DefaultHttp2FrameWriter(SECRETS));
        Http2ConnectionDecoder decoder = new DefaultHttp2ConnectionDecoder(
                connection, encoder, reader, Http2PromisedRequestVerifier.ALWAYS_VERIFY, true, true, false, false);
        codec(decoder, encoder);
        return build();
    }

    @Override
    public boolean isServer() {
        return server;
    }
}
