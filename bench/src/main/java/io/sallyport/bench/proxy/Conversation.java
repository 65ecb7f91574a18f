package io.sallyport.bench.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;

/**
 * One connection of a run: opens its tunnel, if any, then sends requests and reads answers. Releases what it reads. A
 * failed write shows as the end of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored")
final class Conversation extends ChannelInboundHandlerAdapter {
    private final LoadClient client;
    private final LoadRun run;
    private final SizedAnswerReader answers = new SizedAnswerReader();
    private Stage stage = Stage.OPENING;

    private enum Stage {
        OPENING,
        SHAKING,
        ASKING,
        DONE
    }

    Conversation(LoadClient client, LoadRun run) {
        this.client = client;
        this.run = run;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        run.connected();
        String connect = run.work().connect();
        if (run.work().isDirectTls()) {
            shake(ctx);
        } else if (connect == null) {
            ask(ctx);
        } else {
            send(ctx, connect);
        }
    }

    private void shake(ChannelHandlerContext ctx) {
        stage = Stage.SHAKING;
        ctx.pipeline().addFirst(client.tls(ctx.alloc(), run.work()));
    }

    private void ask(ChannelHandlerContext ctx) {
        stage = Stage.ASKING;
        send(ctx, run.work().request());
    }

    private static void send(ChannelHandlerContext ctx, String text) {
        ctx.writeAndFlush(ByteBufUtil.writeAscii(ctx.alloc(), text), ctx.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (in.isReadable() && stage != Stage.DONE) {
                if (answers.read(in, stage == Stage.OPENING)) {
                    answered(ctx);
                }
            }
        } catch (IOException e) {
            run.fail(e);
        } finally {
            in.release();
        }
    }

    private void answered(ChannelHandlerContext ctx) throws IOException {
        int status = answers.status();
        int expected = stage == Stage.OPENING ? 200 : run.work().status();
        if (status != expected && (stage == Stage.OPENING || run.isHolding())) {
            throw new IOException(status + " instead of " + expected + " to " + run.work());
        }
        if (stage == Stage.OPENING) {
            shake(ctx);
        } else {
            if (status != expected) {
                run.unexpected(status);
            }
            finished(ctx);
        }
    }

    private void finished(ChannelHandlerContext ctx) {
        if (run.isHolding()) {
            stage = Stage.DONE;
            client.next(run);
            run.finish();
        } else if (!run.work().kept()) {
            stage = Stage.DONE;
            ctx.close();
            client.next(run);
            run.finish();
        } else if (run.begin()) {
            run.finish();
            ask(ctx);
        } else {
            stage = Stage.DONE;
            ctx.close();
            run.finish();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent shaken) {
            if (shaken.isSuccess() && run.work().streams() > 0) {
                stage = Stage.DONE;
                StreamLoad.begin(client, run, ctx.channel());
                ctx.pipeline().remove(this);
            } else if (shaken.isSuccess() && run.work().kind() == OperationKind.WEBSOCKET_MESSAGE) {
                stage = Stage.DONE;
                WebSocketLoad.begin(client, run, ctx.channel());
                ctx.pipeline().remove(this);
            } else if (shaken.isSuccess()) {
                ask(ctx);
            } else {
                run.fail(shaken.cause());
            }
        }
    }

    /** A proxy that closes after a refusal gets a new connection, whose cost counts as the proxy's. */
    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (stage == Stage.ASKING && run.work().kept() && !answers.isMidway()) {
            run.putBack();
            client.next(run);
        } else if (stage != Stage.DONE) {
            run.fail(new IOException("closed while " + stage + ": " + run.work()));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (stage != Stage.DONE && !(stage == Stage.ASKING && run.work().kept())) {
            run.fail(cause);
        }
        ctx.close();
    }
}
