package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The body of a request that the gateway itself answers: small, and taken whole before it is looked at. Confined to its event loop. */
final class WholeBody {
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    private final BodyReader reader;
    private final int mostBytes;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    /** @param head whose framing is clear */
    WholeBody(RequestHead head, int mostBytes) {
        this.reader = BodyReader.of(head.framing());
        this.mostBytes = mostBytes;
    }

    /** Says that the body is wanted, to a client that waits for that. */
    void ask(RequestHead head, Channel channel) {
        if (head.expectsContinue() && !reader.isEnded()) {
            ByteBuf word = channel.alloc().buffer(CONTINUE.length());
            ByteBufUtil.writeAscii(word, CONTINUE);
            Channels.writeAndFlush(channel, word);
        }
    }

    /** Takes what {@code in} has of it. */
    void read(ByteBuf in) {
        ByteBuf piece = reader.read(in);
        if (piece == null) {
            return;
        }
        try {
            piece.readBytes(taken, piece.readableBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has no such faults
        } finally {
            piece.release();
        }
    }

    /** What is wrong with its framing, or null. */
    @Nullable
    String fault() {
        return reader.fault();
    }

    boolean isTooLarge() {
        return taken.size() > mostBytes;
    }

    boolean isEnded() {
        return reader.isEnded();
    }

    /** How much was taken, bytes. */
    int size() {
        return taken.size();
    }

    byte[] bytes() {
        return taken.toByteArray();
    }

    /** For what is left of it on the connection. */
    BodyReader reader() {
        return reader;
    }
}
