package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Turns the message of HTTP/1.1 that is written to a stream into its frames. Nothing leaves before it is flushed: what
 * waits for its record would go out with the flush of another stream of the connection. Confined to its event loop;
 * owns the frames that wait.
 *
 * @param <H> the kind of head
 */
abstract class OutgoingMessages<H> {
    private final HeadReader<H> heads;
    private final Queue<Waiting> waiting = new ArrayDeque<>(4);
    private @Nullable BodyReader body;
    private @Nullable ChannelFuture latest;
    private boolean ended;

    OutgoingMessages(HeadReader<H> heads) {
        this.heads = heads;
    }

    private sealed interface Waiting {}

    private record Frame(Http2StreamFrame frame) implements Waiting {}

    /** A promise that is kept once all before it has gone. */
    private record Mark(ChannelPromise promise) implements Waiting {}

    /** The frame's fields. */
    abstract Http2Headers fields(H head);

    /** Where the body behind {@code head} ends, or null where another head follows. */
    abstract @Nullable Framing framing(H head);

    /** Whether the whole message was written. */
    final boolean isEnded() {
        return ended;
    }

    /** Takes bytes over; what is left of them after the end of the message is not sent. */
    final void write(ByteBuf in, ChannelPromise promise) {
        try {
            while (in.isReadable() && !ended) {
                BodyReader reader = body;
                if (reader == null) {
                    head(in);
                } else {
                    content(in, reader);
                }
            }
        } finally {
            in.release();
        }
        waiting.add(new Mark(promise));
    }

    private void head(ByteBuf in) {
        switch (heads.read(in)) {
            case HeadResult.Incomplete<H> _ -> {}
            case HeadResult.Malformed<H>(var _, String why) ->
                throw new IllegalStateException("a head of ours is malformed: " + why);
            case HeadResult.Complete<H>(H head) -> begin(head);
        }
    }

    private void begin(H head) {
        Framing framing = framing(head);
        if (framing == null) {
            waiting.add(new Frame(new DefaultHttp2HeadersFrame(fields(head), false)));
            return;
        }
        BodyReader reader = BodyReader.of(framing);
        body = reader;
        ended = reader.isEnded();
        waiting.add(new Frame(new DefaultHttp2HeadersFrame(fields(head), ended)));
    }

    private void content(ByteBuf in, BodyReader reader) {
        ByteBuf piece = reader.read(in);
        ended = reader.isEnded();
        if (reader.trailers().size() > 0) {
            waiting.add(new Frame(new DefaultHttp2HeadersFrame(FrameFields.of(reader.trailers(), 0), true)));
        } else if (piece != null) {
            waiting.add(new Frame(new DefaultHttp2DataFrame(piece, ended)));
        } else if (ended) {
            waiting.add(new Frame(new DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER, true)));
        }
    }

    /** The body ends here. */
    final void endBody() {
        ended = true;
        waiting.add(new Frame(new DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER, true)));
    }

    /** The body ends here, where it has not; {@code promise} is kept once all before it has gone. */
    final void endBody(ChannelPromise promise) {
        if (!ended) {
            endBody();
        }
        waiting.add(new Mark(promise));
    }

    /** Whether some of what was flushed has not gone yet. */
    final boolean hasUnsent() {
        ChannelFuture last = latest;
        return last != null && !last.isDone();
    }

    /** Hands all that waits to the stream. */
    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails comes back as the end of the stream
    final void flush(ChannelHandlerContext ctx) {
        ChannelFuture last = latest;
        for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
            switch (next) {
                case Frame(Http2StreamFrame frame) -> last = ctx.write(frame);
                case Mark(ChannelPromise promise) -> keep(promise, last);
            }
        }
        latest = last;
    }

    private static void keep(ChannelPromise promise, @Nullable ChannelFuture last) {
        if (last == null) {
            promise.trySuccess();
        } else {
            last.addListener(done -> {
                if (done.isSuccess()) {
                    promise.trySuccess();
                } else {
                    promise.tryFailure(done.cause());
                }
            });
        }
    }

    /** Releases what waits; the stream is no more. */
    final void release() {
        for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
            switch (next) {
                case Frame(Http2StreamFrame frame) -> ReferenceCountUtil.release(frame);
                case Mark(ChannelPromise promise) -> promise.tryFailure(new ClosedChannelException());
            }
        }
    }
}
