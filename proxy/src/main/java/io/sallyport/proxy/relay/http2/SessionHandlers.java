package io.sallyport.proxy.relay.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.sallyport.proxy.listener.Http2Limits;

/** The handlers by which a connection speaks HTTP/2, in their order. Immutable. */
record SessionHandlers(ControlFrameLimit limit, Http2FrameCodec codec, ChannelInitializer<Channel> streams) {
    /** How many streams that flush in one turn of the event loop share a TLS record and a write to the socket. */
    private static final int MAX_FLUSHES = 64;

    /** Puts them before the handler of the name {@code last}, and opens the window of the whole connection. */
    @SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be written to ends
    void begin(Channel channel, String last, Http2Limits limits) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addBefore(last, null, limit);
        pipeline.addBefore(last, null, new FlushConsolidationHandler(MAX_FLUSHES, true));
        pipeline.addBefore(last, null, codec);
        pipeline.addBefore(last, null, new Http2MultiplexHandler(streams));
        pipeline.addBefore(last, null, new SessionFrames());
        int more = limits.connectionWindowBytes() - Http2CodecUtil.DEFAULT_WINDOW_SIZE;
        if (more > 0) {
            channel.write(new DefaultHttp2WindowUpdateFrame(more));
        }
        channel.flush();
    }
}
