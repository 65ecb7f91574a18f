package io.sallyport.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes server-sent events as fast as the follower reads; the rest waits in its {@link EventSource}. Confined to the
 * event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, which is noticed
final class EventStream {
    private final ChannelHandlerContext ctx;
    private final WebLimits limits;
    private final EventSource events;
    private final Deadline heartbeat = new Deadline();
    private boolean stalled;
    private boolean closed;

    private EventStream(ChannelHandlerContext ctx, WebLimits limits, EventSource.Opening source) {
        this.ctx = ctx;
        this.limits = limits;
        events = source.open(this::signal);
    }

    static EventStream begin(
            ChannelHandlerContext ctx, WebLimits limits, EventSource.Opening source, boolean chunkable) {
        var stream = new EventStream(ctx, limits, source);
        ctx.write(Responses.events(chunkable), ctx.voidPromise());
        stream.write(": following\n\n");
        ctx.flush();
        stream.beat();
        return stream;
    }

    /** Called on any thread. */
    private void signal() {
        try {
            ctx.channel().eventLoop().execute(this::pass);
        } catch (RejectedExecutionException _) {
            events.close(); // the server is gone
        }
    }

    /** Writes the pending events while the channel is writable. */
    void pass() {
        Channel channel = ctx.channel();
        boolean wrote = false;
        while (!closed && channel.isWritable()) {
            String event = events.next();
            if (event == null) {
                break;
            }
            write(event);
            wrote = true;
        }
        if (wrote) {
            ctx.flush();
        }
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ctx.write(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)), ctx.voidPromise());
    }

    /**
     * Sends a heartbeat and what has come without a signal, such as the end of a source; closes the stream if the
     * follower has read nothing since the previous one.
     */
    private void beat() {
        pass();
        boolean writable = ctx.channel().isWritable();
        if (!writable && stalled) {
            ctx.close();
            return;
        }
        stalled = !writable;
        if (writable) {
            write(":\n\n");
            ctx.flush();
        }
        Duration wait = stalled ? limits.writeTimeout() : limits.heartbeat();
        heartbeat.in(wait, ctx.channel().eventLoop(), this::beat);
    }

    void close() {
        if (!closed) {
            closed = true;
            heartbeat.cancel();
            events.close();
        }
    }
}
