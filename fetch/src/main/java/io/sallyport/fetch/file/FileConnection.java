package io.sallyport.fetch.file;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.AnswerPipeline;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ReasonCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One connection for one answer, opened by {@code egress}. Used by one thread, which waits; the connection itself lives on
 * its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel, which its handler hears
final class FileConnection implements AutoCloseable {
    private static final String USER_AGENT = "sallyport";

    private final Channel channel;
    private final AnswerParts parts;
    private final Deadline deadline;

    private FileConnection(Channel channel, AnswerParts parts, Deadline deadline) {
        this.channel = channel;
        this.parts = parts;
        this.deadline = deadline;
    }

    static FileConnection open(Dialer dialer, Target target, EventLoop loop, Deadline deadline)
            throws RefusedException {
        var parts = new AnswerParts();
        var opened = new CompletableFuture<DialOutcome>();
        Dialer.Dial dial = dialer.dial(target, loop, new AnswerPipeline(parts), opened::complete);
        try {
            return switch (opened.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
                case DialOutcome.Connected(var channel, var _) -> new FileConnection(channel, parts, deadline);
                case DialOutcome.Failed(var reason, var detail, var _) ->
                    throw new RefusedException(Refused.fileFailed(reason, detail));
            };
        } catch (TimeoutException | InterruptedException e) {
            giveUp(loop, dial, opened);
            throw broken(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a dial ends with an outcome", e);
        }
    }

    private static void giveUp(EventLoop loop, Dialer.Dial dial, CompletableFuture<DialOutcome> opened) {
        loop.execute(() -> {
            dial.cancel();
            if (opened.getNow(null) instanceof DialOutcome.Connected(var late, var _)) {
                late.close();
            }
        });
    }

    /** Asks, and waits for the head of the answer. Nothing is sent that says who asks. */
    FileAnswer.Head get(CanonicalUrl url) throws RefusedException {
        var request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, url.path().text() + url.query());
        request.headers()
                .set(HttpHeaderNames.HOST, url.authority())
                .set(HttpHeaderNames.USER_AGENT, USER_AGENT)
                .set(HttpHeaderNames.ACCEPT, "*/*")
                .set(HttpHeaderNames.ACCEPT_ENCODING, "identity")
                .set(HttpHeaderNames.CONNECTION, "close");
        channel.writeAndFlush(request).addListener(written -> {
            if (!written.isSuccess()) {
                channel.close();
            }
        });
        return switch (part()) {
            case FileAnswer.Head head -> head;
            case FileAnswer.Broken broken -> throw refused(broken);
            case FileAnswer.Piece _, FileAnswer.End _ -> throw new IllegalStateException("an answer without a head");
        };
    }

    /** The next piece of the body, or null at its end. */
    byte @Nullable [] next() throws RefusedException {
        return switch (part()) {
            case FileAnswer.Piece piece -> piece.bytes();
            case FileAnswer.End _ -> null;
            case FileAnswer.Broken broken -> throw refused(broken);
            case FileAnswer.Head _ ->
                throw new RefusedException(
                        Refused.fileFailed(ReasonCode.UPSTREAM_MALFORMED, "the target sent two answers"));
        };
    }

    private FileAnswer part() throws RefusedException {
        FileAnswer there = parts.parts().poll();
        if (there != null) {
            return there;
        }
        channel.eventLoop().execute(() -> {
            ChannelHandlerContext ctx = channel.pipeline().context(parts);
            if (ctx != null) {
                parts.more(ctx);
            }
        });
        try {
            FileAnswer part = parts.parts().poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            if (part == null) {
                throw broken(new TimeoutException());
            }
            return part;
        } catch (InterruptedException e) {
            throw broken(e);
        }
    }

    private static RefusedException refused(FileAnswer.Broken broken) {
        return new RefusedException(Refused.fileFailed(broken.reason(), broken.detail()));
    }

    private static RefusedException broken(Exception why) {
        if (why instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new RefusedException(Refused.fileFailed(ReasonCode.SHUTTING_DOWN, "the fetch was given up"));
        }
        return new RefusedException(
                Refused.fileFailed(ReasonCode.CONNECT_TIMEOUT, "the target did not answer in time"));
    }

    @Override
    public void close() {
        channel.close();
    }
}
