package io.sallyport.egress.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One CONNECT on an open connection to the upstream proxy. Sends the request as it enters the pipeline and reads the
 * answer's head. Bytes of the target that came right behind the head are kept until {@link #leave}. Confined to its
 * event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel, which ends the exchange
public final class ConnectExchange extends ChannelInboundHandlerAdapter {
    private final String request;
    private final int millis;
    private final boolean targetMaySpeakFirst;
    private @Nullable Consumer<ConnectAnswer> waiting;
    private @Nullable ByteBuf received;
    private @Nullable Future<?> timer;

    /**
     * Creates an exchange.
     *
     * @param request the whole head
     * @param millis how long the whole answer may take, at least 1
     * @param targetMaySpeakFirst whether bytes behind the head may be the target's
     * @param done called once, on the event loop
     */
    public ConnectExchange(String request, int millis, boolean targetMaySpeakFirst, Consumer<ConnectAnswer> done) {
        this.request = request;
        this.millis = millis;
        this.targetMaySpeakFirst = targetMaySpeakFirst;
        this.waiting = done;
    }

    /** Passes on what the target sent early, and leaves; must run after the caller knows of its connection. */
    public static void leave(ChannelPipeline pipeline) {
        if (pipeline.get(ConnectExchange.class) != null) {
            pipeline.remove(ConnectExchange.class);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        received = ctx.alloc().buffer();
        timer = ctx.executor().schedule(() -> end(new ConnectAnswer.Late()), millis, TimeUnit.MILLISECONDS);
        ctx.writeAndFlush(ByteBufUtil.writeAscii(ctx.alloc(), request));
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        ByteBuf all = received;
        if (all == null) {
            ctx.fireChannelRead(bytes);
            return;
        }
        all.writeBytes(bytes);
        bytes.release();
        if (waiting != null) {
            read(all);
        }
    }

    /** Interim answers (1xx) are skipped; together with them the head stays within its bound of bytes. */
    private void read(ByteBuf all) {
        AnswerHead head = AnswerHead.in(all);
        while (head instanceof AnswerHead.Complete(int status, int length) && status < 200 && status != 101) {
            all.skipBytes(length);
            head = all.readerIndex() > AnswerHead.MAX_BYTES
                    ? new AnswerHead.Malformed("interim answers without end")
                    : AnswerHead.in(all);
        }
        switch (head) {
            case AnswerHead.Incomplete _ -> {}
            case AnswerHead.Malformed(String why) -> end(new ConnectAnswer.Broken(why));
            case AnswerHead.Complete(int status, int length) -> {
                all.skipBytes(length);
                end(answer(status, all.isReadable()));
            }
        }
    }

    private ConnectAnswer answer(int status, boolean more) {
        if (status == 101) {
            return new ConnectAnswer.Broken("a change of protocol that nobody asked for");
        }
        if (status >= 300) {
            return new ConnectAnswer.Declined(status);
        }
        return more && !targetMaySpeakFirst
                ? new ConnectAnswer.Broken("bytes behind the head, where the gateway speaks first")
                : new ConnectAnswer.Opened();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (waiting == null) {
            ctx.fireChannelReadComplete();
        } else {
            ctx.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(new ConnectAnswer.Broken("closed before it answered"));
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (waiting == null) {
            ctx.fireExceptionCaught(cause);
        } else {
            end(new ConnectAnswer.Broken("broke before it answered"));
            ctx.close();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        waiting = null;
        stopTimer();
        ByteBuf rest = received;
        received = null;
        if (rest == null) {
            return;
        }
        if (rest.isReadable() && ctx.channel().isActive()) {
            ctx.fireChannelRead(rest);
            ctx.fireChannelReadComplete();
        } else {
            rest.release();
        }
    }

    private void end(ConnectAnswer answer) {
        Consumer<ConnectAnswer> done = waiting;
        waiting = null;
        stopTimer();
        if (done != null) {
            done.accept(answer);
        }
    }

    private void stopTimer() {
        Future<?> running = timer;
        timer = null;
        if (running != null) {
            running.cancel(false);
        }
    }
}
