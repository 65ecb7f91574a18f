package io.sallyport.admin;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.sallyport.audit.AuditFilter;
import io.sallyport.audit.AuditLine;
import io.sallyport.audit.AuditStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes audit lines as server-sent events, as fast as the follower reads: what it cannot take waits in the bounded queue
 * of its {@link AuditStream}, and what does not fit there is told as a number. Confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
final class EventStream {
    private final ChannelHandlerContext ctx;
    private final Shared shared;
    private final AuditStream lines;
    private final Deadline heartbeat = new Deadline();
    private boolean stalled;
    private boolean closed;

    private EventStream(ChannelHandlerContext ctx, Shared shared, AuditFilter filter) {
        this.ctx = ctx;
        this.shared = shared;
        lines = shared.history().follow(filter, this::signal);
    }

    static EventStream begin(ChannelHandlerContext ctx, Shared shared, AuditFilter filter, boolean chunked) {
        var stream = new EventStream(ctx, shared, filter);
        ctx.write(Responses.streamHead(chunked), ctx.voidPromise());
        stream.write(": following\n\n");
        ctx.flush();
        stream.beat();
        return stream;
    }

    /** On the log's writer thread. */
    private void signal() {
        try {
            ctx.channel().eventLoop().execute(this::pass);
        } catch (RejectedExecutionException _) {
            lines.close(); // the server is gone
        }
    }

    /** Writes what is there, as long as the follower takes it. */
    void pass() {
        Channel channel = ctx.channel();
        boolean wrote = false;
        while (!closed && channel.isWritable()) {
            AuditLine line = lines.poll();
            if (line == null) {
                break;
            }
            write("id: " + line.fields().getOrDefault("audit_id", "") + "\ndata: " + line.text() + "\n\n");
            wrote = true;
        }
        long dropped = closed || !channel.isWritable() ? 0 : lines.takeDropped();
        if (dropped > 0) {
            write("event: dropped\ndata: {\"count\":" + dropped + "}\n\n");
        }
        if (wrote || dropped > 0) {
            ctx.flush();
        }
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ctx.write(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)), ctx.voidPromise());
    }

    /** A sign of life, or the end for a follower that has read nothing since the one before. */
    private void beat() {
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
        Duration wait =
                stalled ? shared.limits().writeTimeout() : shared.limits().heartbeat();
        heartbeat.in(wait, ctx.channel().eventLoop(), this::beat);
    }

    void close() {
        if (!closed) {
            closed = true;
            heartbeat.cancel();
            lines.close();
            shared.followers().leave();
        }
    }
}
