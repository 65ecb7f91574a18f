package io.sallyport.bench.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A WebSocket on one connection of a run: the next message is sent once the last one has come back. Masked with a key
 * of zeros. Confined to the client's loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails shows as the end of the connection
final class WebSocketLoad extends ChannelInboundHandlerAdapter {
    private static final int BINARY = 2;
    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7f;
    private static final String HEAD_END = "\r\n\r\n";

    private final LoadClient client;
    private final LoadRun run;
    private final StringBuilder head = new StringBuilder();
    private boolean open;
    private int first = -1;
    private int rest = -1; // of the frame's payload
    private boolean done;

    private WebSocketLoad(LoadClient client, LoadRun run) {
        this.client = client;
        this.run = run;
    }

    /** Begins on a connection whose TLS is up. */
    static void begin(LoadClient client, LoadRun run, Channel connection) {
        connection.pipeline().addLast(new WebSocketLoad(client, run));
        ConnectionWork work = run.work();
        String asked = "GET " + work.path() + " HTTP/1.1\r\nHost: " + work.authority()
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        connection.writeAndFlush(ByteBufUtil.writeAscii(connection.alloc(), asked), connection.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (in.isReadable() && !done) {
                if (open) {
                    readFrame(ctx, in);
                } else {
                    readHead(ctx, in);
                }
            }
        } finally {
            in.release();
        }
    }

    private void readHead(ChannelHandlerContext ctx, ByteBuf in) {
        head.append(in.readCharSequence(1, StandardCharsets.ISO_8859_1));
        if (!head.toString().endsWith(HEAD_END)) {
            return;
        }
        open = true;
        if (head.toString().startsWith("HTTP/1.1 101 ")) {
            say(ctx);
        } else {
            run.fail(new IOException("no WebSocket: " + head));
        }
    }

    private void readFrame(ChannelHandlerContext ctx, ByteBuf in) {
        if (first < 0) {
            first = in.readUnsignedByte();
        } else if (rest < 0) {
            rest = in.readUnsignedByte() & LENGTH;
        } else {
            int read = Math.min(rest, in.readableBytes());
            in.skipBytes(read);
            rest -= read;
        }
        if (rest == 0) {
            boolean whole = (first & FINAL) != 0;
            first = -1;
            rest = -1;
            if (whole) {
                heard(ctx);
            }
        }
    }

    private void heard(ChannelHandlerContext ctx) {
        if (run.isHolding()) {
            done = true;
            client.next(run);
        } else if (run.begin()) {
            say(ctx);
        } else {
            done = true;
            ctx.close();
        }
        run.finish();
    }

    private static void say(ChannelHandlerContext ctx) {
        ByteBuf out = ctx.alloc().buffer(OperationKind.MESSAGE_BYTES + 6);
        out.writeByte(FINAL | BINARY)
                .writeByte(MASKED | OperationKind.MESSAGE_BYTES)
                .writeInt(0);
        ctx.writeAndFlush(out.writeZero(OperationKind.MESSAGE_BYTES), ctx.voidPromise());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!done) {
            run.fail(new IOException("the WebSocket was closed"));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        run.fail(cause);
        ctx.close();
    }
}
