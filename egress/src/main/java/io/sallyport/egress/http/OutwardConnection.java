package io.sallyport.egress.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.egress.http.HttpFailure.Broken;
import io.sallyport.model.ReasonCode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection to a target, opened by the dialer, for one request after the other. Used by one thread, which blocks;
 * the channel itself runs on its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a close; a write has its listener
public final class OutwardConnection implements OpenResult, AutoCloseable {
    private final Channel channel;
    private final HttpAnswerReader reader;
    private final RemainingTime time;
    private volatile boolean isWritten = true;
    private volatile boolean isIdle = true;
    private boolean keepsAlive = true;
    private boolean isLostUnheard;

    private OutwardConnection(Channel channel, HttpAnswerReader reader, RemainingTime time) {
        this.channel = channel;
        this.reader = reader;
        this.time = time;
    }

    /**
     * Opens a connection and waits for it.
     *
     * @param count receives the number of all arriving bytes
     */
    public static OpenResult open(Dialer dialer, Target target, EventLoop loop, RemainingTime time, ByteCount count) {
        var reader = new HttpAnswerReader();
        var opened = new CompletableFuture<DialOutcome>();
        var pipeline = new AnswerPipeline(reader, reader.hearing(count));
        Dialer.Dial dial = dialer.dial(target, loop, pipeline, opened::complete);
        try {
            return switch (opened.get(time.nanos(), TimeUnit.NANOSECONDS)) {
                case DialOutcome.Connected(var channel, var _) -> new OutwardConnection(channel, reader, time);
                case DialOutcome.Failed(var reason, var detail, var _) -> new HttpFailure.Unreached(reason, detail);
            };
        } catch (TimeoutException _) {
            giveUp(loop, dial, opened);
            return late();
        } catch (InterruptedException _) {
            giveUp(loop, dial, opened);
            return interrupted();
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

    /**
     * Sends a request and waits for the head of its answer; {@link #next} returns the rest.
     *
     * @param headers all headers except the length of the body
     * @param body not copied
     * @return {@link AnswerPart.Head}, or a failure
     */
    public AnswerPart ask(HttpMethod method, String target, Map<String, String> headers, byte[] body) {
        isIdle = false;
        isWritten = false;
        channel.eventLoop().execute(() -> {
            reader.expect();
            var request =
                    new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, target, Unpooled.wrappedBuffer(body));
            headers.forEach(request.headers()::set);
            if (body.length > 0) {
                HttpUtil.setContentLength(request, body.length);
            }
            channel.writeAndFlush(request).addListener(written -> {
                if (written.isSuccess()) {
                    isWritten = true;
                } else {
                    reader.lost();
                }
            });
        });
        return next();
    }

    /** Waits for the next part of the answer. Must not be called after {@link AnswerPart.End} or a failure. */
    public AnswerPart next() {
        AnswerPart part = part();
        switch (part) {
            case AnswerPart.Head head -> keepsAlive = head.keepsAlive();
            case AnswerPart.Piece _ -> {}
            case AnswerPart.End() -> isIdle = keepsAlive && isWritten;
            case Broken(var reason, var _) -> {
                isLostUnheard = reason == ReasonCode.UPSTREAM_CLOSED && !reader.hasHeard();
                close();
            }
            case HttpFailure _ -> close();
        }
        return part;
    }

    private AnswerPart part() {
        AnswerPart there = reader.parts().poll();
        if (there != null) {
            return there;
        }
        channel.eventLoop().execute(() -> {
            ChannelHandlerContext ctx = channel.pipeline().context(reader);
            if (ctx != null) {
                reader.more(ctx);
            }
        });
        try {
            AnswerPart part = reader.parts().poll(time.nanos(), TimeUnit.NANOSECONDS);
            return part == null ? late() : part;
        } catch (InterruptedException _) {
            return interrupted();
        }
    }

    /**
     * Sends a request as {@link #ask} does, and waits for the complete answer, whose body has at most {@code
     * mostBytes}.
     */
    public WholeAnswer whole(
            HttpMethod method, String target, Map<String, String> headers, byte[] body, long mostBytes) {
        return switch (ask(method, target, headers, body)) {
            case AnswerPart.Head head when head.isCoded() -> malformed("answered with a content coding");
            case AnswerPart.Head head when head.length() > mostBytes -> tooLong(mostBytes);
            case AnswerPart.Head head -> gathered(head, mostBytes);
            case HttpFailure failure -> failure;
            case AnswerPart.Piece _, AnswerPart.End _ -> throw outOfOrder();
        };
    }

    private WholeAnswer gathered(AnswerPart.Head head, long mostBytes) {
        var body = new AnswerBody(head.length() < 0 ? mostBytes : head.length());
        while (true) {
            switch (next()) {
                case AnswerPart.Piece piece
                when body.length() + (long) piece.bytes().length > mostBytes -> {
                    return tooLong(mostBytes);
                }
                case AnswerPart.Piece piece -> body.add(piece.bytes());
                case AnswerPart.End() -> {
                    return new HttpAnswer(head.status(), head.headers(), body.whole());
                }
                case HttpFailure failure -> {
                    return failure;
                }
                case AnswerPart.Head _ -> throw outOfOrder();
            }
        }
    }

    private HttpFailure tooLong(long mostBytes) {
        return malformed("gave an answer longer than " + mostBytes + " bytes");
    }

    private HttpFailure malformed(String what) {
        close();
        return new Broken(ReasonCode.UPSTREAM_MALFORMED, what);
    }

    private static IllegalStateException outOfOrder() {
        return new IllegalStateException("parts of an answer out of order");
    }

    private static HttpFailure late() {
        return new Broken(ReasonCode.CONNECT_TIMEOUT, "did not answer in time");
    }

    private static HttpFailure interrupted() {
        Thread.currentThread().interrupt();
        return new HttpFailure.GivenUp();
    }

    /** Returns whether another request may be sent: the last answer has ended, and neither side wants to close. */
    public boolean isOpen() {
        return isIdle && channel.isActive();
    }

    /** Returns whether the target closed the connection after the last request without one byte of an answer. */
    public boolean isLostUnheard() {
        return isLostUnheard;
    }

    /** Returns the same connection for requests that have that time; this object must not be used any more. */
    public OutwardConnection under(RemainingTime next) {
        return new OutwardConnection(channel, reader, next);
    }

    @Override
    public void close() {
        channel.close();
    }
}
