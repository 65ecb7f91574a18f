package io.sallyport.fetch.forge;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.Target;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.model.ReasonCode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One connection to a forge, opened by {@code egress}; one request after the other. Used by one thread, which waits;
 * the connection itself lives on its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel, which the collector hears
public final class ForgeConnection implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final Channel channel;
    private final AnswerCollector collector;

    private ForgeConnection(Channel channel, AnswerCollector collector) {
        this.channel = channel;
        this.collector = collector;
    }

    /**
     * Connects, or waits until the deadline.
     *
     * @param count is told of all that comes
     * @throws RefusedException where it is not reached
     */
    public static ForgeConnection open(Dialer dialer, Target target, EventLoop loop, Deadline deadline, ByteCount count)
            throws RefusedException {
        var collector = new AnswerCollector();
        var opened = new CompletableFuture<DialOutcome>();
        Dialer.Dial dial = dialer.dial(target, loop, new AnswerPipeline(collector, count), opened::complete);
        DialOutcome outcome;
        try {
            outcome = await(opened, deadline);
        } catch (RefusedException e) {
            loop.execute(() -> {
                dial.cancel();
                if (opened.getNow(null) instanceof DialOutcome.Connected(var late, var _)) {
                    late.close();
                }
            });
            throw e;
        }
        return switch (outcome) {
            case DialOutcome.Connected(var channel, var _) -> new ForgeConnection(channel, collector);
            case DialOutcome.Failed(var reason, var detail, var _) ->
                throw new RefusedException(Refused.forgeFailed(reason, "the forge was not reached: " + detail));
        };
    }

    /** Asks and waits for the whole answer, of at most {@code mostBytes}. */
    public ForgeAnswer get(String target, Map<String, String> headers, long mostBytes, Deadline deadline)
            throws RefusedException {
        return send(HttpMethod.GET, target, headers, NOTHING, mostBytes, deadline);
    }

    /** Posts {@code body}, of which no copy is made, and waits for the whole answer, of at most {@code mostBytes}. */
    public ForgeAnswer post(String target, Map<String, String> headers, byte[] body, long mostBytes, Deadline deadline)
            throws RefusedException {
        return send(HttpMethod.POST, target, headers, body, mostBytes, deadline);
    }

    private ForgeAnswer send(
            HttpMethod method,
            String target,
            Map<String, String> headers,
            byte[] body,
            long mostBytes,
            Deadline deadline)
            throws RefusedException {
        var answer = new CompletableFuture<ForgeAnswer>();
        channel.eventLoop().execute(() -> {
            collector.expect(answer, mostBytes);
            var request =
                    new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, target, Unpooled.wrappedBuffer(body));
            headers.forEach(request.headers()::set);
            if (body.length > 0) {
                HttpUtil.setContentLength(request, body.length);
            }
            channel.config().setAutoRead(true);
            channel.writeAndFlush(request).addListener(written -> {
                if (!written.isSuccess()) {
                    channel.close();
                    answer.completeExceptionally(new RefusedException(
                            Refused.forgeFailed(ReasonCode.UPSTREAM_CLOSED, "the connection to the forge is closed")));
                }
            });
        });
        try {
            return await(answer, deadline);
        } catch (RefusedException e) {
            close();
            throw e;
        }
    }

    /** Whether it may be asked once more. */
    public boolean isOpen() {
        return channel.isActive();
    }

    private static <T> T await(CompletableFuture<T> awaited, Deadline deadline) throws RefusedException {
        try {
            return awaited.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new RefusedException(
                    Refused.forgeFailed(ReasonCode.CONNECT_TIMEOUT, "the forge did not answer in time"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new RefusedException(Refused.forgeFailed(ReasonCode.SHUTTING_DOWN, "the fetch was given up"));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RefusedException refused
                    ? refused
                    : new RefusedException(Refused.internal(String.valueOf(e.getCause())));
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
