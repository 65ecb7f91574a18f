package io.sallyport.proxy.support;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code GET /N} with a long body specific to N, written no faster than it is read; a client that receives
 * another's body can tell.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends its connection
public final class PatternedOrigin {
    private static final int PIECE_BYTES = 16 << 10;

    private PatternedOrigin() {}

    /** Returns an origin whose bodies have {@code bytes} bytes; with TLS if there is a leaf. */
    public static Origin of(TestCa.@Nullable Leaf leaf, int bytes) {
        Consumer<Channel> pipeline = channel -> channel.pipeline().addLast(new Answering(bytes));
        return leaf == null ? Origin.raw(pipeline) : Origin.rawTls(leaf, pipeline);
    }

    /** Returns byte {@code at} of the body of {@code number}. */
    public static byte at(int number, int at) {
        return (byte) (number * 31 + at * 7 + (at >>> 8));
    }

    private static final class Answering extends ChannelInboundHandlerAdapter {
        private final int bytes;
        private final StringBuilder heard = new StringBuilder();
        private int number;
        private int sent = -1;

        Answering(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf in = (ByteBuf) message;
            heard.append(in.toString(StandardCharsets.ISO_8859_1));
            in.release();
            int path = heard.indexOf("GET /");
            if (path >= 0 && sent < 0 && heard.indexOf("\r\n\r\n", path) > 0) {
                number = Integer.parseInt(heard.substring(path + 5, heard.indexOf(" ", path + 5)));
                sent = 0;
                String head = "HTTP/1.1 200 OK\r\nContent-Length: " + bytes + "\r\n\r\n";
                ctx.writeAndFlush(ctx.alloc().buffer().writeBytes(head.getBytes(StandardCharsets.ISO_8859_1)));
                go(ctx);
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            go(ctx);
        }

        /** The reader has disconnected. */
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        private void go(ChannelHandlerContext ctx) {
            while (sent >= 0 && sent < bytes && ctx.channel().isWritable()) {
                int next = Math.min(PIECE_BYTES, bytes - sent);
                byte[] piece = new byte[next];
                for (int i = 0; i < next; i++) {
                    piece[i] = at(number, sent + i);
                }
                sent += next;
                ctx.writeAndFlush(ctx.alloc().buffer(next).writeBytes(piece));
            }
            if (sent == bytes) { // the next request may follow on the same connection
                sent = -1;
                heard.setLength(0);
            }
        }
    }
}
